/**
 * Limits for a JSON text. Parsing takes about a microsecond per value and blocks the event loop: a megabyte of
 * `[{},{},…]` takes half a second.
 */
const JSON_LIMITS = {
  /** Elements of the outermost array. */
  rows: 5_000,
  /** Approximate number of values and names. */
  values: 50_000,
};

/** The error message for a body that exceeds JSON_LIMITS. */
export const TOO_MANY_VALUES = `The request is too large: ${JSON_LIMITS.rows} rows and ${JSON_LIMITS.values} values are the limit here. Send them in parts.`;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is within JSON_LIMITS. Only counts commas and brackets, without parsing. The result for a text
 * that is not JSON does not matter, because parsing it will fail.
 */
export function isReadableJson(text: string): boolean {
  let [depth, rows, values] = [0, 1, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (code === COMMA) {
      values += 1;
      if (depth === 1) rows += 1;
    } else if (OPENING.has(code)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(code)) {
      depth -= 1;
    }
    if (values > JSON_LIMITS.values || rows > JSON_LIMITS.rows) return false;
  }
  return true;
}

/** The index of the closing quote of a string whose content begins at `from`; the text's length if there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
