/**
 * How much a JSON text may hold. Reading a value takes a microsecond or so, and as long as one text is read the agent
 * answers to nothing else: what a megabyte of `[{},{},…]` holds takes half a second.
 */
const JSON_LIMITS = {
  /** Elements of the outermost list. */
  rows: 5_000,
  /** Values and names altogether, about. */
  values: 50_000,
};

/** What is answered to a body beyond JSON_LIMITS. */
export const TOO_MANY_VALUES = `The request is too large: ${JSON_LIMITS.rows} rows and ${JSON_LIMITS.values} values are the limit here. Send them in parts.`;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text stays within JSON_LIMITS, found by its commas and brackets alone, before anything is made of it.
 * For a text that is not JSON either answer is right: whoever parses it refuses it.
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

/** Where the string ends that begins at `from`; beyond the text where it does not end. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
