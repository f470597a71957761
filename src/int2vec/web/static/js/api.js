// Questions to the server. Answers are kept for the session: an answer never changes.
const kept = new Map();

export class ApiError extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

export async function get(path, parameters = {}, signal = undefined) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const query = new URLSearchParams(given).toString();
  const address = `/api/${path}${query ? `?${query}` : ""}`;
  if (kept.has(address)) return kept.get(address);
  const answer = await ask(address, { signal });
  if (kept.size > 200) kept.clear();
  kept.set(address, answer);
  return answer;
}

async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("the server does not answer; is 'int2vec serve' still running?");
  }
  let body = null;
  try { body = await response.json(); } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (!response.ok) throw new ApiError(body?.error ?? `the server answered ${response.status}; try again`, response.status);
  return body;
}

export function address(path, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return `${location.origin}/api/${path}${query ? `?${query}` : ""}`;
}
