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
/** What ends rows, with the end of the row before it. */
const LAST_ROW_END = `\n${ROWS_END}`;

/** Reads a dump from beginning to end, with no more in memory than a chunk, or a line other than a row. */
export class DumpReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(dump: AsyncIterable<Uint8Array>) {
    this.#pieces = dump[Symbol.asyncIterator]();
  }

  /** The first line. AppError bad_input when it is no dump, unavailable when it is a newer version's. */
  async header(): Promise<DumpHeader> {
    return parseHeader(await this.#line());
  }

  /** Skips the line before a table's rows. AppError bad_input when it is a different line. */
  async expect(line: string): Promise<void> {
    if ((await this.#line()) !== line) throw damagedDump(`"${line.slice(0, 80)}" is missing`);
  }

  /** The rows of a table, in pieces. AppError bad_input where they have no end. */
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

  /** The last line, after which nothing may come. AppError bad_input. */
  async end(): Promise<DumpEnd> {
    const end = parseEnd(await this.#line());
    const { done } = await this.#pieces.next();
    if (this.#rest.length > 0 || !done) throw damagedDump('something follows its end');
    return end;
  }

  /** Closes its source. */
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
