import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  'README.md',
  ...readdirSync(`${root}docs`).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
];

it.each(pages)('%s names no file of the tests that is not there', (page) => {
  const named = readFileSync(root + page, 'utf8').match(/tests\/[\w./-]+\.tsx?/g) ?? [];
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

it('each row of docs/security.md names the test that tries it', () => {
  const lines = readFileSync(`${root}docs/security.md`, 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (what|---)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => !/\| `tests\/[^|]+\|$/.test(row))).toEqual([]);
});
