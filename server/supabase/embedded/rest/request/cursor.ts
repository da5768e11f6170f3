import { unreadable } from '../error.ts';

/** Characters of an unquoted name, as in PostgREST; also `-`, unless it begins an arrow. */
const NAME_CHARACTER = /[\p{L}\p{N}_$ ]/u;

/** Reads a parameter once, from left to right. Unexpected input is refused with PGRST100. */
export class Cursor {
  readonly #text: string;
  readonly #what: string;
  readonly #shown: string;
  #at = 0;

  /** `what` names the parameter in error messages ("select parameter"); `shown` is the text that they quote. */
  constructor(text: string, what: string, shown = text) {
    this.#text = text;
    this.#what = what;
    this.#shown = shown;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  isAt(piece: string): boolean {
    return this.#text.startsWith(piece, this.#at);
  }

  /** Skips `piece` if it is next. */
  skip(piece: string): boolean {
    if (!this.isAt(piece)) return false;
    this.#at += piece.length;
    return true;
  }

  expect(piece: string): void {
    if (!this.skip(piece)) this.fail(`"${piece}"`);
  }

  expectEnd(): void {
    if (!this.isAtEnd) this.fail('end of input');
  }

  /** Reads up to the first character in `stops`, or to the end. */
  until(stops: string): string {
    const from = this.#at;
    while (!this.isAtEnd && !stops.includes(this.#text[this.#at] as string)) this.#at++;
    return this.#text.slice(from, this.#at);
  }

  /** Reads a name, quoted or not. Letters of any script are allowed. */
  name(expected = 'field name'): string {
    if (this.isAt('"')) return this.quoted();
    const from = this.#at;
    for (;;) {
      const letter = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
      const isHyphen = letter === '-' && this.#text[this.#at + 1] !== '>' && this.#at > from;
      if (this.isAtEnd || (!isHyphen && !NAME_CHARACTER.test(letter))) break;
      this.#at += letter.length;
    }
    const name = this.#text.slice(from, this.#at).trim();
    if (name === '') this.fail(expected);
    return name;
  }

  /** Reads a double-quoted string, in which a backslash escapes the next character. */
  quoted(): string {
    this.expect('"');
    return this.#untilQuote() ?? this.fail('"\\""');
  }

  /** Reads a list item. Quotes are literal unless the closing one is followed by one of `stops`, as in PostgREST. */
  item(stops: string): string {
    const from = this.#at;
    const quoted = this.skip('"') ? this.#untilQuote() : null;
    if (quoted !== null && (this.isAtEnd || stops.includes(this.#text.charAt(this.#at)))) return quoted;
    this.#at = from;
    return this.until(stops);
  }

  /** Reads up to the closing quote. Null, with the cursor at the end, if there is none. */
  #untilQuote(): string | null {
    let text = '';
    for (;;) {
      text += this.until('"\\');
      if (this.isAtEnd) return null;
      if (this.skip('"')) return text;
      this.#at++;
      text += this.#text[this.#at++] ?? '';
    }
  }

  /** The rest of the text. */
  rest(): string {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return rest;
  }

  fail(expected: string): never {
    const found = this.isAtEnd ? 'unexpected end of input' : `unexpected "${this.#text.charAt(this.#at)}"`;
    throw unreadable(
      `"failed to parse ${this.#what} (${this.#shown})" (line 1, column ${this.#at + 1})`,
      `${found} expecting ${expected}`,
    );
  }
}
