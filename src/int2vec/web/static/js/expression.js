// Integers as people write them: 2^100, 7!, C(10, 3), fib(50), (2^31 - 1) * 3.
const MOST_DIGITS = 1000;
const MOST_BITS = 3322; // 1,000 digits
const TOKENS = /\s*(\d+|[a-z]+|\*\*|[-+*/^!(),%])/gy;
const FUNCTIONS = {
  c: ([n, k]) => binomial(n, k), binomial: ([n, k]) => binomial(n, k), choose: ([n, k]) => binomial(n, k),
  fib: ([n]) => recurrence(n, 0n, 1n), fibonacci: ([n]) => recurrence(n, 0n, 1n), lucas: ([n]) => recurrence(n, 2n, 1n),
  factorial: ([n]) => factorial(n), catalan: ([n]) => binomial(2n * n, n) / (n + 1n), triangular: ([n]) => (n * (n + 1n)) / 2n,
  gcd: ([a, b]) => gcd(a, b), lcm: ([a, b]) => (a * b) / gcd(a, b), mersenne: ([n]) => power(2n, n) - 1n,
};

const PAIRS = new Set(["c", "binomial", "choose", "gcd", "lcm"]);

// The value as a text of digits, or null where the text is no expression.
export function evaluate(text) {
  const tokens = tokenised(text.toLowerCase().replace(/[×·]/g, "*").replace(/÷/g, "/"));
  if (!tokens || tokens.length < 2) return null;
  try {
    const state = { tokens, at: 0 };
    const value = sum(state);
    if (state.at !== tokens.length) return null;
    const digits = String(value);
    return digits.length <= MOST_DIGITS ? digits : null;
  } catch {
    return null;
  }
}

function tokenised(text) {
  const found = [];
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < text.trimEnd().length) {
    const match = TOKENS.exec(text);
    if (!match || found.length > 200) return null;
    found.push(match[1]);
  }
  return found;
}

const peek = (state) => state.tokens[state.at];
const take = (state, token) => peek(state) === token && (state.at += 1) > 0;
const need = (truth) => { if (!truth) throw new Error("no expression"); };

function sum(state) {
  let value = product(state);
  for (;;) {
    if (take(state, "+")) value += product(state);
    else if (take(state, "-")) value -= product(state);
    else return bounded(value);
  }
}

function product(state) {
  let value = signed(state);
  for (;;) {
    if (take(state, "*")) value = bounded(value * signed(state));
    else if (take(state, "/")) { const by = signed(state); need(by !== 0n && value % by === 0n); value /= by; }
    else if (take(state, "%")) { const by = signed(state); need(by > 0n); value = ((value % by) + by) % by; }
    else return value;
  }
}

const signed = (state) => (take(state, "-") ? -signed(state) : take(state, "+") ? signed(state) : raised(state));

function raised(state) {
  const base = marked(state);
  return take(state, "^") || take(state, "**") ? power(base, signed(state)) : base;
}

function marked(state) {
  let value = atom(state);
  while (take(state, "!")) value = factorial(value);
  return value;
}

function atom(state) {
  const token = state.tokens[state.at++];
  need(token !== undefined);
  if (/^\d/.test(token)) return BigInt(token);
  if (token === "(") { const value = sum(state); need(take(state, ")")); return value; }
  need(token in FUNCTIONS && take(state, "("));
  const given = [sum(state)];
  while (take(state, ",")) given.push(sum(state));
  need(take(state, ")") && given.length === (PAIRS.has(token) ? 2 : 1));
  return bounded(FUNCTIONS[token](given));
}

const bounded = (value) => { need(value.toString(16).length * 4 <= MOST_BITS + 8); return value; };

function power(base, exponent) {
  need(exponent >= 0n && (base === 0n || base === 1n || base === -1n || exponent <= BigInt(MOST_BITS)));
  need(base === 0n || BigInt(base.toString(2).length) * exponent <= BigInt(2 * MOST_BITS) || base === 1n || base === -1n);
  return base ** exponent;
}

function factorial(n) {
  need(n >= 0n && n <= 450n);
  let value = 1n;
  for (let i = 2n; i <= n; i += 1n) value *= i;
  return value;
}

function binomial(n, k) {
  need(n >= 0n && k >= 0n && n <= 10000n);
  if (k > n) return 0n;
  let value = 1n;
  const least = k < n - k ? k : n - k;
  need(least <= 2000n);
  for (let i = 1n; i <= least; i += 1n) value = (value * (n - least + i)) / i;
  return value;
}

function recurrence(n, a, b) {
  need(n >= 0n && n <= 4700n);
  for (let i = 0n; i < n; i += 1n) [a, b] = [b, a + b];
  return a;
}

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}
