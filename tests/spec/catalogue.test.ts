import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE_ROWS } from '../e2e/catalogue/rows.ts';
import { SPECIFIED_ROWS } from './error-catalogue.ts';

const UI = new URL('../../ui/', import.meta.url).pathname;

let sources: string;

beforeAll(async () => {
  const names = (await readdir(UI, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  sources = (await Promise.all(names.map((name) => readFile(join(UI, name), 'utf8')))).join('\n');
});

/** The parts of a message around what differs from case to case. */
const fixedParts = (message: string) => message.split(/<[^>]*>/).filter(Boolean);

describe('every message of §8 stands in the sources of the UI, word for word', () => {
  it.each([...new Set(SPECIFIED_ROWS.flatMap(({ messages }) => messages))])('%s', (message) => {
    for (const part of fixedParts(message)) expect(sources).toContain(part);
  });
});

describe('every row of §8 is provoked in a browser by tests/e2e/catalogue.test.ts', () => {
  it.each(SPECIFIED_ROWS)('$area: $situation', ({ area, situation, messages }) => {
    const rows = CATALOGUE_ROWS.filter((row) => row.area === area && row.situation === situation);
    expect(rows.length, 'rows of tests/e2e/catalogue/').toBeGreaterThan(0);
    const shown = rows.flatMap((row) => row.shown).join('\n');
    for (const part of messages.flatMap(fixedParts)) expect(shown).toContain(part);
    if (messages.length === 0) expect(shown).toBe('');
  });

  it('and no row is provoked that §8 does not have', () => {
    const known = SPECIFIED_ROWS.map(({ area, situation }) => `${area}: ${situation}`);
    for (const { area, situation } of CATALOGUE_ROWS) expect(known).toContain(`${area}: ${situation}`);
  });
});
