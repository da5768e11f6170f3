import { expect, it } from 'vitest';
import { AppError } from '../../../../../server/errors.ts';
import { DUMP_FORMAT } from '../../../../../server/supabase/embedded/dump/format.ts';
import { DumpReader } from '../../../../../server/supabase/embedded/dump/reader.ts';

const HEADER = { format: DUMP_FORMAT, postgres: '18.4', migrations: ['1'], tables: [], sequences: [] };
const headerLine = (header: object) => `-- local-agent dump ${JSON.stringify(header)}\n`;

function reading(text: string, bytes = 1): DumpReader {
  async function* pieces() {
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
  }
  return new DumpReader(pieces());
}

async function rowsIn(reader: DumpReader): Promise<string> {
  let text = '';
  for await (const piece of reader.rows()) text += piece;
  return text;
}

it.each([1, 2, 3, 4, 5, 1000])('finds where rows end, however it is cut (%i bytes a piece)', async (bytes) => {
  const rows = 'a\\\\.\tb\n\\\\.\n\n\\N\t.\n';
  const reader = reading(`${rows}\\.\n\\.\nnext\n-- end {"rows":[4,0]}\n`, bytes);
  expect(await rowsIn(reader)).toBe(rows);
  expect(await rowsIn(reader)).toBe('');
  await reader.expect('next');
  expect(await reader.end()).toEqual({ rows: [4, 0] });
});

it.each([
  ['rows without an end', (reader: DumpReader) => rowsIn(reader), 'a\tb\n'],
  ['another line', (reader: DumpReader) => reader.expect('COPY "a"'), 'COPY "b"\n'],
  ['something after the end', (reader: DumpReader) => reader.end(), '-- end {"rows":[]}\ndrop table x;\n'],
  ['a line without end', (reader: DumpReader) => reader.header(), 'x'.repeat(1_100_000)],
  ['no dump', (reader: DumpReader) => reader.header(), 'create table x ();\n'],
  ['a header of other things', (reader: DumpReader) => reader.header(), headerLine({ ...HEADER, tables: [{}] })],
])('refuses %s', async (_what, read, text) => {
  const error = await read(reading(text, 65_536)).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'bad_input', message: expect.stringContaining('The database dump is damaged') });
});

it('says that a newer version made it', async () => {
  const header = headerLine({ ...HEADER, format: DUMP_FORMAT + 1 });
  await expect(reading(header).header()).rejects.toThrow('Update local-agent');
  expect(await reading(headerLine(HEADER)).header()).toEqual(HEADER);
});
