// Words in a line of tokens: a word is one token that starts it, and those that continue it.

/** First and last position of the longest word; null where there is none. */
export function spanOf(tokens) {
  /** @type {[number, number] | null} */
  let longest = null;
  for (const span of spans(tokens)) {
    if (!longest || textOf(tokens, span).length > textOf(tokens, longest).length) longest = span;
  }
  return longest;
}

/** The characters between two positions. */
export const textOf = (tokens, [first, last]) => tokens.slice(first, last + 1).map(({ text }) => text).join("");

/** @returns {[number, number][]} */
function spans(tokens) {
  const starts = tokens.map((token, i) => (token.starts && !token.special ? i : -1)).filter((i) => i >= 0);
  return starts.map((start) => {
    const end = tokens.findIndex((token, i) => i > start && (token.starts || token.special || !/[\p{L}\p{N}]/u.test(token.text)));
    return [start, (end < 0 ? tokens.length : end) - 1];
  });
}
