import { describe, expect, it } from 'vitest';
import { readScript } from '../../../../server/features/scripts/runner/read-script.ts';

describe('the form of a script', () => {
  it.each([
    ['await page.goto("x"); return 1', 'body'],
    ['const p = require("puppeteer"); (async () => {})()', 'body'],
    ['import p from "puppeteer"', 'module'],
    ['export default async ({ page }) => page.title()', 'module'],
    ['{"title":"t","steps":[]}', 'recording'],
    ['{ log(1) }', 'body'],
    ['import { from "puppeteer"', 'module'],
    ['const = 1', 'body'],
    ['', 'body'],
    ['#!/usr/bin/env node\nlog(1)', 'body'],
    ['\uFEFFlog(1)', 'body'],
  ])('%j is a %s', (source, form) => expect(readScript(source).form).toBe(form));
});

/** The variables that a script takes as given. */
function uses(source: string): string[] {
  const script = readScript(source);
  return script.form === 'recording' ? [] : [...script.uses].filter((name) => /^(page|browser)$/.test(name)).sort();
}

describe('what a script takes as given', () => {
  it.each([
    ['await page.title()', ['page']],
    ['await Promise.all([browser.version(), page.title()])', ['browser', 'page']],
    ['const page = await browser.newPage()', ['browser']],
    ['(async () => { const browser = await p.launch(); const page = await browser.newPage(); page.title() })()', []],
    ['function visit(page) { return page.title() }', []],
    ['const { page } = x; page()', []],
    ['const [{ browser: [page] = [] }] = x; page()', []],
    ['try {} catch (page) { page() }', []],
    ['x.page; ({ page: 1 }); page: for (;;) break page', []],
    ['({ page })', ['page']],
    ['x[page]', ['page']],
    ['function f() { const page = 1 } page.title()', ['page']],
    ['import page from "x"; page()', []],
    ['"page"', []],
  ])('%s', (source, expected) => expect(uses(source)).toEqual(expected));
});

/** The code as it is run, with a short name for the tracking function. */
function tracked(source: string): string {
  const script = readScript(source);
  return script.form === 'recording' ? '' : script.code.replaceAll('__localAgentTrack', 'T');
}

describe('calls that stand alone at the top level', () => {
  it.each([
    ['main()', ';T(main())'],
    ['main();\nlog(1);', ';T(main());;\nT(log(1));'],
    ['const a = 1\nmain()\n  .catch(log)', 'const a = 1;\nT(main()\n  .catch(log))'],
    ['(async () => {})();', ';T((async () => {})());'],
    ["'use strict';\nmain();", "'use strict';;\nT(main());"],
    ['await main(); x = main(); if (a) main();', 'await main(); x = main(); if (a) main();'],
    ['a /* ) */ (b) // end', ';T(a /* ) */ (b)) // end'],
    ['(main())', ';T((main()))'],
  ])('%j are told of', (source, expected) => expect(tracked(source)).toBe(expected));

  it('keep every line where it was', () => {
    const source = '// one\nmain()\n\n/* two\nlines */ other();\n';
    const lines = (code: string) => code.split('\n').map((line) => line.includes('other'));
    expect(lines(tracked(source))).toEqual(lines(source));
  });
});
