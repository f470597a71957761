// An integer written otherwise: in other bases, in Roman numerals, as a sum of two powers.
const BASES = [["binary", 2], ["base 3", 3], ["octal", 8], ["base 12", 12], ["hexadecimal", 16], ["base 36", 36]];
const ROMAN = [[1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]];
const MOST = 1e12; // up to here a sum is looked for by trying every first power
const LISTED = 6;

export function otherwise(value) {
  const n = BigInt(value);
  const found = BASES.map(([words, base]) => [words, n.toString(base).toUpperCase().replace("-", "−")]);
  if (n > 0n && n < 4000n) found.push(["Roman", roman(Number(n))]);
  if (n > 0n && n <= MOST) {
    found.push(["two squares", sums(Number(n), 2, "²")], ["two cubes", sums(Number(n), 3, "³")]);
  }
  return found;
}

function roman(n) {
  let text = "";
  for (const [size, letters] of ROMAN) for (; n >= size; n -= size) text += letters;
  return text;
}

// The ways to write n as a sum of two positive squares or cubes.
function sums(n, power, mark) {
  const ways = [];
  for (let x = 1; 2 * x ** power <= n; x += 1) {
    const rest = n - x ** power;
    const y = Math.round(rest ** (1 / power));
    if (y ** power === rest) ways.push(`${x}${mark} + ${y}${mark}`);
  }
  if (!ways.length) return "in no way";
  return ways.slice(0, LISTED).join(" = ") + (ways.length > LISTED ? ` and in ${ways.length - LISTED} more ways` : "");
}
