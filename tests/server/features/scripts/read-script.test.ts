import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { readLines } from '../../../../server/features/scripts/bounded-lines.ts';
import { createRunFiles } from '../../../../server/features/scripts/run-files.ts';
import { createRunLog } from '../../../../server/features/scripts/run-log.ts';
import { readScript } from '../../../../server/features/scripts/runner/read-script.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

it.each([
  ['const p = require("puppeteer"); (async () => {})()', 'body'],
  ['import p from "puppeteer"', 'module'],
  ['export default async ({ page }) => page.title()', 'module'],
  ['{"title":"t","steps":[]}', 'recording'],
  ['{ log(1) }', 'body'],
  ['import { from "puppeteer"', 'module'],
  ['', 'body'],
  ['#!/usr/bin/env node\nlog(1)', 'body'],
  ['\uFEFFlog(1)', 'body'],
])('the form of a script %j is a %s', (source, form) => expect(readScript(source).form).toBe(form));

/** The predefined variables that a script uses. */
function uses(source: string): string[] {
  const script = readScript(source);
  return script.form === 'recording' ? [] : [...script.uses].filter((name) => /^(page|browser)$/.test(name)).sort();
}

it.each([
  ['await page.title()', ['page']],
  ['await Promise.all([browser.version(), page.title()])', ['browser', 'page']],
  ['const page = await browser.newPage()', ['browser']],
  ['(async () => { const browser = await p.launch(); const page = await browser.newPage(); page.title() })()', []],
  ['function visit(page) { return page.title() }', []],
  ['const { page } = x; page()', []],
  ['const [{ browser: [page] = [] }] = x; page()', []],
  ['import page from "x"; page()', []],
  ['try {} catch (page) { page() }', []],
  ['x.page; ({ page: 1 }); page: for (;;) break page', []],
  ['({ page })', ['page']],
  ['function f() { const page = 1 } page.title()', ['page']],
])('what a script takes as given %s', (source, expected) => expect(uses(source)).toEqual(expected));

/** The code as it is run, with a shorter name for the tracking function. */
function tracked(source: string): string {
  const script = readScript(source);
  return script.form === 'recording' ? '' : script.code.replaceAll('__localAgentTrack', 'T');
}

describe('calls that stand alone at the top level', () => {
  it.each([
    ['main();\nlog(1);', ';T(main());;\nT(log(1));'],
    ['const a = 1\nmain()\n  .catch(log)', 'const a = 1;\nT(main()\n  .catch(log))'],
    ['(async () => {})();', ';T((async () => {})());'],
    ["'use strict';\nmain();", "'use strict';;\nT(main());"],
    ['await main(); x = main(); if (a) main();', 'await main(); x = main(); if (a) main();'],
    ['a /* ) */ (b) // end', ';T(a /* ) */ (b)) // end'],
  ])('%j are told of', (source, expected) => expect(tracked(source)).toBe(expected));

  it('keep every line where it was', () => {
    const source = '// one\nmain()\n\n/* two\nlines */ other();\n';
    const lines = (code: string) => code.split('\n').map((line) => line.includes('other'));
    expect(lines(tracked(source))).toEqual(lines(source));
  });
});

/** The lines read from an output that arrives in pieces; reading stops after `wanted` lines. */
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

let base: string;
beforeEach(async () => {
  base = await testFolder();
});

it('a folder whose removal no run waits for is gone when the agent has stopped', async () => {
  const files = createRunFiles(join(base, 'data'), { temporary: base, removalMs: 0 });
  const scratch = await files.makeScratch();
  for (let index = 0; index < 2000; index++) writeFileSync(join(scratch, String(index)), 'x');
  await files.removeScratch(scratch);
  expect(existsSync(scratch)).toBe(true);
  await files.settle();
  expect(existsSync(scratch)).toBe(false);
});

const CUT = expect.stringMatching(/^The log was cut off here/);

function logOf(maxBytes: number, ...texts: string[]): string[] {
  const log = createRunLog(maxBytes, () => undefined);
  for (const text of texts) log.add('script', text);
  return log.lines.map(({ text }) => text);
}

describe('a log', () => {
  it('is cut once, within a line where that is too long, and between characters', () => {
    expect(logOf(10, '1234', '5678', '9', '0')).toEqual(['1234', '5678', CUT]);
    expect(logOf(10, 'äöüäöüäöü', 'more')).toEqual(['äöüäö', CUT]);
  });

  it('has at most 20,000 entries', () => {
    const lines = logOf(1_000_000, ...Array(20_002).fill('x'));
    expect(lines).toHaveLength(20_001);
    expect(lines.at(-1)).toEqual(CUT);
  });

  it('has room for how the run ended, however full it is', () => {
    const log = createRunLog(1, () => undefined);
    log.add('script', 'too long');
    log.add('error', 'failed');
    expect(log.lines.at(-1)).toMatchObject({ kind: 'error', text: 'failed' });
  });

  it('holds nothing that a terminal or the database would choke on', () =>
    expect(logOf(1000, 'a\0b', '\ud83d half', '\u001b[31mred\u001b[0m')).toEqual(['a\u2400b', '\ufffd half', 'red']));
});
