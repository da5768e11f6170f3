import {
  type DumpEnd,
  type DumpHeader,
  damagedDump,
  LINE_MAX_BYTES,
  parseEnd,
  parseHeader,
  ROWS_END,
} from './format.ts';

const NEWLINE = 0x0a;
/** ROWS_END, preceded by the newline of the last row. */
const LAST_ROW_END = `\n${ROWS_END}`;

/** Reads a dump sequentially. Keeps no more in memory than one chunk, or one line other than a row. */
export class DumpReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(dump: AsyncIterable<Uint8Array>) {
    this.#pieces = dump[Symbol.asyncIterator]();
  }

  /** Reads the first line. AppError bad_input when it is not a dump, unavailable when a newer version wrote it. */
  async header(): Promise<DumpHeader> {
    return parseHeader(await this.#line());
  }

  /** Skips the line before a table's rows. AppError bad_input when it is a different line. */
  async expect(line: string): Promise<void> {
    if ((await this.#line()) !== line) throw damagedDump(`"${line.slice(0, 80)}" is missing`);
  }

  /** Yields the rows of a table in chunks. AppError bad_input if their end is missing. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < ROWS_END.length) await this.#readOn();
    if (this.#rest.subarray(0, ROWS_END.length).equals(Buffer.from(ROWS_END))) {
      this.#rest = this.#rest.subarray(ROWS_END.length);
      return;
    }
    for (;;) {
      const end = this.#rest.indexOf(LAST_ROW_END);
      if (end >= 0) {
        const last = this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + LAST_ROW_END.length);
        yield last;
        return;
      }
      const kept = Math.max(0, this.#rest.length - LAST_ROW_END.length);
      const piece = this.#rest.subarray(0, kept);
      this.#rest = this.#rest.subarray(kept);
      if (piece.length > 0) yield piece;
      await this.#readOn();
    }
  }

  /** Reads the last line. AppError bad_input when it is damaged or anything follows it. */
  async end(): Promise<DumpEnd> {
    const end = parseEnd(await this.#line());
    const { done } = await this.#pieces.next();
    if (this.#rest.length > 0 || !done) throw damagedDump('something follows its end');
    return end;
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #line(): Promise<string> {
    for (let from = 0; ; await this.#readOn()) {
      const end = this.#rest.indexOf(NEWLINE, from);
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      from = this.#rest.length;
      if (from > LINE_MAX_BYTES) throw damagedDump('a line is too long');
    }
  }

  async #readOn(): Promise<void> {
    const { done, value } = await this.#pieces.next();
    if (done) throw damagedDump('it ends too early');
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : Buffer.from(value);
  }
}
