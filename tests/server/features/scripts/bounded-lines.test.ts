import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../server/features/scripts/bounded-lines.ts';

/** The lines of an output that comes in these pieces, of which `wanted` are wanted. */
async function linesOf(pieces: (string | Buffer)[], maxChars = 100, wanted = Number.POSITIVE_INFINITY) {
  const stream = new PassThrough();
  const lines: string[] = [];
  readLines(stream, maxChars, (line) => lines.push(line) < wanted);
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await finished(stream, { readable: false }).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  return lines;
}

describe('lines of an output', () => {
  it('are put together again, whatever the pieces, without the empty ones', async () => {
    expect(await linesOf(['one\ntw', 'o\n', '\nthr', 'ee'])).toEqual(['one', 'two', 'three']);
    expect(await linesOf(['50 %\r100 %\rdone\r\n'])).toEqual(['50 %', '100 %', 'done']);
  });

  it('keep characters whole that come in two pieces, and mark what is no text', async () => {
    const bytes = Buffer.from('grün\n');
    expect(await linesOf([bytes.subarray(0, 3), bytes.subarray(3), Buffer.from([0xff, 0x0a])])).toEqual([
      'grün',
      '\ufffd',
    ]);
  });

  it('are cut where they are too long, once each', async () => {
    expect(await linesOf(['x'.repeat(60), 'x'.repeat(60), 'x'.repeat(60), '\nnext\n'])).toEqual([
      'x'.repeat(100),
      'next',
    ]);
    expect(await linesOf([`${'x'.repeat(100)}\n`, 'y'.repeat(101)])).toEqual(['x'.repeat(100), 'y'.repeat(100)]);
  });

  it('that nobody wants are dropped but for the last ones', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `${index} ${'x'.repeat(90)}\n`);
    const lines = await linesOf([...many, 'the end\n'], 100, 2);
    expect([lines.slice(0, 2), lines.at(-1)]).toEqual([[many[0]?.trim(), many[1]?.trim()], 'the end']);
    expect(lines.length).toBeLessThan(1000);
  });
});
