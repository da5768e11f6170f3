import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { type CopiedFiles, copyFiles, filesOf } from './copy-files.ts';
import { type CopiedTable, copyTables, digestOf, tablesOf } from './copy-rows.ts';
import { type Mark, setMark, stillMark, undoneMark } from './mark.ts';
import { alreadyMoved, BUSY, movesElsewhere, NOTHING_TO_UNDO, UNDER_WAY, USED } from './messages.ts';
import { type MovedPerson, movePeople, newPeople } from './people.ts';
import type { Side } from './side.ts';

const LOOK_MS = 1_000;
/** Leases last minutes. */
const WAIT_MS = 10 * 60_000;

export type MovePlan = { from: string; to: string; tables: CopiedTable[]; files: CopiedFiles; newPeople: string[] };
export type Moved = { from: string; to: string; tables: CopiedTable[]; files: CopiedFiles; people: MovedPerson[] };
export type MoveListener = { onProgress(text: string): void; onNew(person: MovedPerson): void; signal: AbortSignal };

/** What a move would copy; nothing is changed. Throws like `move`. */
export async function planMove(from: Side, to: Side): Promise<MovePlan> {
  const mark = await markFor(from, to);
  assertReady(await receive(to, mark, from.place, true), to);
  return { from: from.place, to: to.place, ...(await countsOf(from)), newPeople: await newPeople(from, to) };
}

/** Counts the rows of each table that a move copies, and the files. */
export async function countsOf(from: Pick<Side, 'client'>): Promise<{ tables: CopiedTable[]; files: CopiedFiles }> {
  const tables: CopiedTable[] = [];
  for (const { name } of await tablesOf(from)) tables.push({ name, rows: (await digestOf(from, name)).rows });
  const files: CopiedFiles = { count: 0, bytes: 0 };
  for await (const { size } of filesOf(from)) {
    files.count += 1;
    files.bytes += size;
  }
  return { tables, files };
}

/**
 * Copies a workspace to another database. The original is kept but becomes inactive: work in progress there ends first,
 * no other work begins, and the destination becomes active only once the copy is verified. An interrupted move can be
 * run again. AppError with the remedy.
 */
export async function move(from: Side, to: Side, { onProgress, onNew, signal }: MoveListener): Promise<Moved> {
  const mark = await markFor(from, to);
  assertReady(await receive(to, mark, from.place, true), to);
  if (mark.state !== 'moved') {
    // The destination first: it must be inactive before it has anything to send.
    assertReady(await receive(to, mark, from.place, false), to);
    await setMark(from.client, { id: mark.id, state: 'moving', place: to.place });
  }
  await settled(from.client, onProgress, signal);
  const { people, users } = await movePeople(from, to, onNew);
  onProgress('Copying files…');
  const files = await copyFiles(from, to, (text) => {
    signal.throwIfAborted();
    onProgress(text);
  });
  onProgress('Copying rows…');
  const tables = await copyTables(from, to, users, (text) => {
    signal.throwIfAborted();
    onProgress(text);
  });
  await setMark(from.client, { id: mark.id, state: 'moved', place: to.place }, true);
  await setMark(to.client, { id: mark.id, state: 'arrived', place: from.place }, true);
  return { from: from.place, to: to.place, tables, files, people };
}

/**
 * Reactivates the original. After a finished move, the destination is first made inactive, and posts that it may have
 * sent are looked up on the platforms before the original sends them, as after a restore. `open` opens the destination.
 */
export async function undoMove(
  from: Side,
  open: (place: string) => Promise<Side>,
  { onProgress, signal }: Pick<MoveListener, 'onProgress' | 'signal'>,
): Promise<{ from: string; to: string; wasFinished: boolean }> {
  const mark = await stillMark(from.client);
  if (!mark || mark.state === 'receiving') throw new AppError('conflict', NOTHING_TO_UNDO);
  const wasFinished = mark.state === 'moved';
  if (wasFinished) {
    const to = await open(mark.place);
    await setMark(to.client, { id: mark.id, state: 'receiving', place: from.place });
    await settled(to.client, onProgress, signal);
    await lookFirst(from.client, mark);
  }
  await setMark(from.client, { id: mark.id, state: 'undone', place: mark.place }, true);
  return { from: from.place, to: mark.place, wasFinished };
}

/** Has each post looked up on its platform before it is sent, until the user has decided, as after a restore. */
async function lookFirst(client: Client, { finished_at }: Mark): Promise<void> {
  const made = await client.rpc('create_first_settings', { zone: 'UTC' });
  const restored = { restored_from: finished_at, restored_at: new Date().toISOString() };
  const kept = await client.from('app_settings').update(restored).not('id', 'is', null);
  const error = made.error ?? kept.error;
  if (error) throw couldNot('record that posts have to be looked for', error);
}

/** The move to continue, or a new one. AppError conflict if the original is moving, or has moved, elsewhere. */
async function markFor(from: Side, to: Side): Promise<Mark> {
  const still = await stillMark(from.client);
  if (still?.state === 'receiving') throw new AppError('conflict', BUSY);
  if (still && still.place !== to.place) throw new AppError('conflict', movesElsewhere(still.place));
  const known = still ?? (await undoneMark(from.client, to.place));
  return known ?? { id: randomUUID(), state: 'new', place: to.place, finished_at: null };
}

async function receive(to: Side, { id }: Mark, place: string, only_ask: boolean): Promise<string> {
  return dataOf(await to.client.rpc('move_receive', { move: id, place, only_ask }), 'get the destination ready');
}

function assertReady(answer: string, to: Side): void {
  if (answer === 'busy') throw new AppError('conflict', BUSY);
  if (answer === 'used') throw new AppError('conflict', USED);
  if (answer === 'arrived') throw new AppError('conflict', alreadyMoved(to.place));
}

/** Waits until all work that began earlier has ended. AppError conflict after WAIT_MS. */
async function settled(client: Client, onProgress: (text: string) => void, signal: AbortSignal): Promise<void> {
  const until = performance.now() + WAIT_MS;
  let said = 0;
  for (;;) {
    const left = dataOf(await client.rpc('move_under_way'), 'ask what is under way');
    if (left === 0) return;
    if (left !== said) onProgress(`Waiting for ${left} that ${left === 1 ? 'is' : 'are'} under way to end…`);
    said = left;
    if (performance.now() > until) throw new AppError('conflict', UNDER_WAY);
    await delay(LOOK_MS, undefined, { signal });
  }
}
