import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillEveryTable, linkEveryTable } from '../helpers/every-table.ts';
import { bucketCells, fillBucket, storageCells } from './bucket.ts';
import { type Cells, tableCells } from './cells.ts';
import { functionCells } from './functions.ts';
import { openSides, type Side, type Sides } from './sides.ts';

/**
 * Policies, cell by cell: table, function and bucket, by anon, a signed-in stranger, a member and the service key, in
 * the pushed project and in the embedded backend.
 */

let sides: Sides;
beforeAll(async () => {
  sides = await openSides();
  for (const { database } of [sides.hosted, sides.here]) {
    await fillEveryTable(database);
    await linkEveryTable(database);
  }
});
afterAll(() => sides?.close());

/** The cells of both sides, which must be the same. */
async function sameCells(cellsOf: (side: Side) => Promise<Cells>): Promise<[cell: string, answer: string][]> {
  const [hosted, here] = await Promise.all([cellsOf(sides.hosted), cellsOf(sides.here)]);
  expect(hosted).toEqual(here);
  return Object.entries(hosted);
}

const of =
  (caller: string) =>
  ([cell]: [string, string]) =>
    cell.startsWith(caller);

it('lets each caller read, insert, update and delete the same in every table and view', async () => {
  const cells = await sameCells(tableCells);
  expect(cells.length).toBeGreaterThan(2000);
  // Views and generated columns cannot be written: Postgres reports that before it checks permissions.
  const unwritable = /^(500 55000|400 0A000|400 428C9)$/;
  for (const [cell, answer] of cells) {
    if (unwritable.test(answer)) continue;
    if (cell.startsWith('anon')) expect(answer, cell).toBe('401 42501');
    if (cell.startsWith('stranger')) expect(answer, cell).toMatch(/^(20\d 0 rows|403 42501)$/);
    if (cell.startsWith('service')) expect(answer, cell).not.toMatch(/42501/);
  }
  const done = (caller: string) =>
    cells.filter(of(caller)).filter(([, answer]) => / [1-9]\d* rows$/.test(answer)).length;
  expect(done('member')).toBeGreaterThan(400);
  expect(done('service')).toBeGreaterThan(done('member'));
});

it('lets each caller call the same functions, with the same answers', async () => {
  const cells = await sameCells(functionCells);
  expect(cells.length).toBeGreaterThan(1500);
  const answers = Object.fromEntries(cells);
  let told = 0;
  for (const [cell, answer] of cells) {
    if (cell.startsWith('anon')) expect(answer, cell).toMatch(/^401 42501/);
    if (/^member.*, known$/.test(cell) && answer !== answers[cell.replace(/known$/, 'unknown')]) told += 1;
    // Knowing an id reveals nothing to a stranger.
    if (/^stranger.*, known$/.test(cell)) expect(answer, cell).toBe(answers[cell.replace(/known$/, 'unknown')]);
  }
  expect(told, 'answers that depend on the id').toBeGreaterThan(20);
});

it('lets each caller do the same in the bucket, as the storage does', async () => {
  await Promise.all([fillBucket(sides.hosted), fillBucket(sides.here)]);
  const allowed = Object.fromEntries(await sameCells(bucketCells));
  for (const [cell, answer] of await sameCells(storageCells)) {
    const mayNot = allowed[cell] === '42501' || allowed[cell] === '0 rows';
    expect(answer, cell).toMatch(mayNot ? /^refused|^0 rows/ : /^1 rows/);
  }
  for (const [cell, answer] of Object.entries(allowed)) {
    const isAllowed = /^service|^member (?!.*the bucket).* in media-assets$/.test(cell);
    expect(answer, cell).toMatch(isAllowed ? /^1 rows$/ : /^(0 rows|42501)$/);
  }
});
