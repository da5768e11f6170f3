import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createHistory } from '../../../../server/features/scripts/history.ts';
import { historyStore } from '../../../../server/features/scripts/history-store.ts';
import type { ScriptLimits } from '../../../../server/features/scripts/limits.ts';
import { createRunFiles } from '../../../../server/features/scripts/run-files.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { databaseOf } from '../../../helpers/database.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const OWNER = randomUUID();
const LIMITS: ScriptLimits = {
  timeoutMs: 1000,
  concurrency: 2,
  waiting: 20,
  heapMb: 128,
  logBytes: 1024,
  spareMs: 0,
  keptRuns: 3,
  keptDays: 30,
  keptFilesBytes: 1000,
};

let folder: string;
const agent = ofFile(() => startTestAgent({ scriptSpare: 0, scriptHistoryRuns: 1, scriptHistoryDays: 0 }));
beforeAll(async () => {
  folder = join(agent.dataDir, 'script-runs');
});
beforeEach(async () => {
  await agent.admin.from('script_runs').delete().eq('owner', OWNER);
  await rm(folder, { recursive: true, force: true });
});

type Past = { days: number; status?: 'success' | 'running'; bytes?: number; owner?: string; withoutRow?: boolean };

/** Adds a past run: its row, and its folder if it saved something. */
async function add({ days, status = 'success', bytes = 0, owner = OWNER, withoutRow = false }: Past): Promise<string> {
  const id = randomUUID();
  const at = new Date(NOW - days * DAY_MS);
  const artifacts = bytes > 0 ? [{ path: 'file', type: 'text/plain', size: bytes }] : [];
  if (!withoutRow)
    await agent.admin
      .from('script_runs')
      .insert({ id, owner, status, started_at: at.toISOString(), artifacts })
      .throwOnError();
  if (bytes === 0) return id;
  await mkdir(join(folder, id), { recursive: true });
  await writeFile(join(folder, id, 'file'), Buffer.alloc(bytes));
  await utimes(join(folder, id), at, at);
  return id;
}

/** Tidies up as a running agent does. Returns what is left. */
async function tidy(ours: string[] = []) {
  const history = createHistory({
    files: createRunFiles(agent.dataDir),
    limits: LIMITS,
    owner: OWNER,
    isOurs: (runId) => ours.includes(runId),
    log: pino({ level: 'silent' }),
    now: () => NOW,
  });
  history.tidy(historyStore(agent.admin));
  await history.settle();
  const { data } = await agent.admin.from('script_runs').select('id, artifacts').order('started_at').throwOnError();
  const withFiles = data.filter(({ artifacts }) => Array.isArray(artifacts) && artifacts.length > 0);
  return {
    rows: data.map(({ id }) => id),
    withFiles: withFiles.map(({ id }) => id),
    folders: (await readdir(folder).catch(() => [])).sort(),
  };
}

it('keeps the newest runs however old they are, and all of the last days', async () => {
  await add({ days: 300, bytes: 10 });
  const newest = [await add({ days: 200 }), await add({ days: 100 }), await add({ days: 90 })];
  expect((await tidy()).rows).toEqual(newest);
  const recent = [await add({ days: 29 }), await add({ days: 2 }), await add({ days: 1 }), await add({ days: 0 })];
  expect(await tidy()).toMatchObject({ rows: recent, folders: [] });
});

it('leaves alone what still runs, and what other agents ran', async () => {
  const running = await add({ days: 300, status: 'running' });
  const others = await add({ days: 299, owner: randomUUID(), bytes: 10 });
  await add({ days: 298 });
  const newest = [await add({ days: 3 }), await add({ days: 2 }), await add({ days: 1 })];
  expect(await tidy()).toEqual({ rows: [running, others, ...newest], withFiles: [others], folders: [others] });
  await agent.admin.from('script_runs').delete().eq('id', others);
});

it('removes the files of the oldest runs when all together are too large, and notes it', async () => {
  await add({ days: 4, bytes: 500 });
  const kept = [await add({ days: 3, bytes: 400 }), await add({ days: 2 }), await add({ days: 1, bytes: 500 })];
  const left = await tidy();
  expect(left.rows).toHaveLength(4);
  expect([left.withFiles, left.folders]).toEqual([[kept[0], kept[2]], [kept[0], kept[2]].sort()]);
});

it('keeps the files of the run that has just ended where others are dated in the future', async () => {
  const wrong = [await add({ days: -900, bytes: 500 }), await add({ days: -901, bytes: 400 })];
  const ended = await add({ days: 0, bytes: 500 });
  expect((await tidy()).folders).toEqual([wrong[1], ended].sort());
});

it('removes folders that belong to no run once they are old, and never those of a run under way', async () => {
  await add({ days: 31, bytes: 10, withoutRow: true });
  const recent = await add({ days: 29, bytes: 10, withoutRow: true });
  const ours = await add({ days: 300, bytes: 10_000, withoutRow: true });
  expect((await tidy([ours])).folders).toEqual([recent, ours].sort());
});

it('is in order after every run of an agent', async () => {
  const script = "require('fs').writeFileSync('saved.txt', 'saved')";
  for (const name of ['first', 'second']) await agent.call('/api/scripts/run', { body: { script, name } });
  const names = async () =>
    (await (await agent.call('/api/scripts/runs')).json()).map((run: { name: string }) => run.name);
  await expect.poll(names, { timeout: 30_000 }).toEqual(['second']);
  await expect.poll(() => readdir(folder), { timeout: 30_000 }).toHaveLength(1);
});

it('has a run whose end the database did not take at first', async () => {
  const database = databaseOf(agent.dataDir);
  try {
    // Sequences are not rolled back.
    await database.script(`
      create sequence private.ends;
      create function private.refuse_first_end() returns trigger language plpgsql security definer as $$
      begin
        if nextval('private.ends') = 1 then raise 'The database is away.'; end if;
        return new;
      end $$;
      create trigger refuse_first_end before update on public.script_runs
        for each row execute function private.refuse_first_end();`);
    const { run, logs } = await (await agent.call('/api/scripts/run', { body: { script: 'log("done")' } })).json();
    expect(logs[0]).toBe('done');
    const row = () => agent.admin.from('script_runs').select('status').eq('id', run.id).single();
    await expect.poll(async () => (await row()).data, { timeout: 40_000 }).toEqual({ status: 'success' });
  } finally {
    await database.script('drop function private.refuse_first_end cascade; drop sequence private.ends');
    await database.close();
  }
});
