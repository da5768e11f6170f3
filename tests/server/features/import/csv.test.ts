import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../server/features/import/csv.ts';
import { decodeImportFile } from '../../../../shared/posts/import/decode.ts';
import { exampleCsv } from '../../../../shared/posts/import/example.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_CELL, IMPORT_MAX_POSTS } from '../../../../shared/posts/import/limits.ts';

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);
const bytes = (text: string) => new TextEncoder().encode(text);

describe('the lines of a file', () => {
  it('are counted as a text editor does, cells with several lines included', () => {
    expect(readCsv('text,media\r\n"One\r\ntwo",a.png\r\n\r\nThree,b.png\r\n')).toEqual([
      { line: 1, cells: ['text', 'media'] },
      { line: 2, cells: ['One\r\ntwo', 'a.png'] },
      { line: 5, cells: ['Three', 'b.png'] },
    ]);
    expect(readCsv('a,b\r"x\ny",2\rz,3').map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it.each([
    ['a;b\n1,5;2', ['a|b', '1,5|2']],
    ['a\tb\n1,1\t2', ['a|b', '1,1|2']],
    ['sep=;\r\na;b,c', ['a|b,c']],
    ['"a;b","c;d"\n1,2', ['a;b|c;d', '1|2']],
    ['say "hi",b', ['say "hi"|b']],
  ])('have the delimiter that the file has: %j', (text, rows) =>
    expect(cellsOf(text)).toEqual(rows.map((row) => row.split('|'))),
  );

  it('are what was written, whatever it was', () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((text) => !/^\s*$/.test(text) && text.trim() === text);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        (rows, delimiter, end) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = `sep=${delimiter}\n${rows.map((row) => row.map(quoted).join(delimiter)).join(end)}${end}`;
          expect(cellsOf(text)).toEqual(rows);
        },
      ),
    );
  });

  it.each([
    ['text\n"Never closed', 'Line 2: A quotation mark (") is opened and never closed.'],
    [
      'text\n"a" b\nc',
      'Line 2: Text follows a closing quotation mark ("). Write quotation marks inside a cell twice ("").',
    ],
    [','.repeat(51), 'Line 1: It has more than 50 columns.'],
    [`text\n${'a'.repeat(IMPORT_MAX_CELL + 1)}`, 'Line 2: A cell has more than 70,000 characters.'],
    ['a\n'.repeat(IMPORT_MAX_POSTS + 2), 'The file has more than 1,000 posts. Split it into several files.'],
    ['\n'.repeat(60_000), 'The file has more than 1,000 posts. Split it into several files.'],
  ])('are refused in words where they cannot be read', (text, words) => expect(() => readCsv(text)).toThrow(words));

  it.each(['"a', '""', '"" "', 'a"b",', '"\n', ','])('end soon for a hostile file of %j', (part) => {
    const text = `a,b\n"${part.repeat(IMPORT_MAX_BYTES / part.length)}`;
    const start = process.cpuUsage();
    expect(() => readCsv(text)).toThrow();
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
  });

  it('of the example are read back', () => {
    const lines = readCsv(exampleCsv(new Date('2031-01-09T12:00:00Z')));
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 5]);
    expect(lines[2]?.cells[2]).toBe('Three loaves, one dough:\nrye, spelt and wheat.');
  });
});

describe('a file as a spreadsheet saves it', () => {
  it.each([
    ['UTF-8', bytes('text\nBäckerei 🍞')],
    ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('text\nBäckerei 🍞')])],
    ['UTF-16', Buffer.from('\ufefftext\nBäckerei 🍞', 'utf16le')],
    ['UTF-16 with the high byte first', Buffer.from('\ufefftext\nBäckerei 🍞', 'utf16le').swap16()],
  ])('is read: %s', (_name, file) => expect(decodeImportFile(file)).toBe('text\nBäckerei 🍞'));

  it('is read as Windows-1252 where it is no Unicode', () =>
    expect(decodeImportFile(new Uint8Array([...bytes('B'), 0xe4, 0x80]))).toBe('Bä€'));

  it.each([
    [new Uint8Array(IMPORT_MAX_BYTES + 1), 'The file is larger than 2 MB. Split it into several files.'],
    [
      bytes('PK\u0003\u0004…'),
      'This is a spreadsheet, not a CSV file. Save the table as CSV (UTF-8) and choose that file.',
    ],
    [new Uint8Array([65, 0, 66]), 'This is not a text file. Save the table as CSV (UTF-8) and choose that file.'],
  ])('is refused in words where it is no table', (file, words) => expect(() => decodeImportFile(file)).toThrow(words));
});
