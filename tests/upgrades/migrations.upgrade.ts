import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareBinaries } from '../../server/supabase/embedded/postgres/binaries.ts';
import { postgresUser } from '../../server/supabase/embedded/postgres/system-user.ts';
import { packageRoot } from '../../server/supabase/package-files.ts';
import { printedChance } from '../helpers/seeded.ts';
import { copyOf, opened, openedAndKilled } from './killable.ts';
import { makeWorkspace } from './older-workspace.ts';

const POSTS = 100_000;
const KILLS = 6;
/** A later version's migrations. Each changes or reads every post; all run in one transaction. */
const LATER = {
  '29990101000001_column.sql': `alter table public.generated_content add column later text;
    alter table public.generated_content disable trigger user;
    update public.generated_content set later = md5(caption);
    alter table public.generated_content enable trigger user;`,
  '29990101000002_index.sql': 'create index later_of_content on public.generated_content (later);',
  '29990101000003_table.sql': 'create table public.later as select id, later from public.generated_content;',
};

let folder: string;
let future: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'la-migrations-'));
  await chmod(folder, 0o711);
  future = join(folder, 'migrations');
  await cp(join(packageRoot(), 'supabase/migrations'), future, { recursive: true });
  for (const [name, statements] of Object.entries(LATER)) await writeFile(join(future, name), statements);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it(`an upgrade of ${POSTS.toLocaleString('en')} posts that is killed changes nothing, or everything`, async () => {
  const chance = printedChance('UPGRADES_SEED');
  const original = join(folder, 'original');
  const before = await makeWorkspace(original, await prepareBinaries(folder, await postgresUser()), POSTS);
  const whole = await openedAndKilled([await copyOf(original, 'whole'), future], null);
  process.stdout.write(`${POSTS} posts backed up and 3 migrations applied in ${(whole.ms / 1000).toFixed(1)} s\n`);
  expect(whole.last).toBe('open');
  const { contents: upgraded } = await opened(join(folder, 'whole'), future);
  expect(upgraded['public.later']).toMatch(new RegExp(`^${POSTS} rows`));
  expect(upgraded['public.scheduled_posts']).toBe(before['public.scheduled_posts']);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dataDir = await copyOf(original, `killed-${kill}`);
    const { last, ms } = await openedAndKilled([dataDir, future], { after: /./, ms: chance() * whole.ms });
    const after = await opened(dataDir).catch((error: Error) => error.message);
    // It may have been committed already, and then only the later version can open it.
    if (typeof after === 'string') expect(after).toMatch(/used by a newer local-agent/);
    else expect(after).toEqual({ said: [], contents: before });
    expect((await opened(dataDir, future)).contents).toEqual(upgraded);
    process.stdout.write(`killed after ${(ms / 1000).toFixed(1)} s, at "${last}"\n`);
    await rm(dataDir, { recursive: true });
  }
});
