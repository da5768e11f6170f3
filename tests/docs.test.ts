import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generatedPages } from '../build/docs/pages.ts';
import { APP_POLICIES } from '../shared/platforms/app-policies.ts';
import { PLATFORMS } from '../shared/posts/platforms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const LINE_MAX = 120;
const README_LINES_MAX = 150;

const pages = [
  'README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];

function read(path: string): string {
  return readFileSync(root + path, 'utf8');
}

/** The page without its code, in which `#` is no heading and brackets are no link. */
function prose(path: string): string {
  return read(path)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()<>]/g, ''));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(path: string): string[] {
  const headings = [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The targets of a page's links and pictures within the repository. */
function linksOf(path: string): string[] {
  const targets = [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^\w+:/.test(target));
}

function isDead(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  return !existsSync(root + target) || (anchor !== undefined && !anchors(target).includes(anchor));
}

it('the texts for an app’s page are those of the guides', () => {
  const page = read('docs/guide/connecting.md');
  for (const { text } of Object.values(APP_POLICIES)) expect(page).toContain(text);
});

it.each(pages)('%s names no file or folder of the code that is not there', (page) => {
  const named = [...read(page).matchAll(/`((?:bench|bin|build|server|shared|supabase|tests|ui)\/[\w./-]*)/g)];
  expect(named.map(([, path]) => path).filter((path) => !existsSync(root + path))).toEqual([]);
});

it.each(pages)('every link of %s leads somewhere', (page) => {
  expect(linksOf(page).filter((link) => isDead(page, link))).toEqual([]);
});

it.each(pages)('%s has no line that is too long to read in an editor', (page) => {
  const lines = read(page).split('\n');
  const isExcused = (line: string) => /^\s*\||https?:/.test(line);
  expect(lines.filter((line) => line.length > LINE_MAX && !isExcused(line))).toEqual([]);
});

it('README leads to every page, itself or by a page that it leads to', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const link of linksOf(page)) {
      const target = posix.join(posix.dirname(page), link.replace(/#.*/, ''));
      if (pages.includes(target)) reached.add(target);
    }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

it('README names every platform', () => {
  const text = read('README.md');
  const names = PLATFORMS.map(({ label }) => label.split(/[ /]/, 1).join());
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

it('README is short', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(README_LINES_MAX);
});

it('the pages that are written from the code are as the code is', async () => {
  const written = Object.entries(await generatedPages()).map(([path, text]) => [`docs/${path}`, text] as const);
  const kept = written.map(([path]) => [path, existsSync(root + path) ? read(path) : null] as const);
  expect(Object.fromEntries(kept), 'Run "npm run docs".').toEqual(Object.fromEntries(written));
}, 120_000);

it('each row of docs/security.md names the test that tries it', () => {
  const lines = read('docs/security.md').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (what|---)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => !/\| `tests\/[^|]+\|$/.test(row))).toEqual([]);
});
