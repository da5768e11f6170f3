import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../../server/supabase/sql/template.ts';
import { startFoundAgent, type TestAgent } from './agent.ts';
import { databaseOf } from './database.ts';
import { openTestBackend, type TestBackend } from './embedded.ts';
import { TEMPLATES } from './templates-folder.ts';
import { newWorkspace } from './workspace.ts';

/**
 * Empties every table except the one that the migrations fill, whose rows are kept in `first_templates`. Checking
 * whether a table has rows takes a tenth of the time of truncating it.
 */
const EMPTY = sql`do $$
declare
  filled text[] = '{}';
  one text;
  has_rows boolean;
begin
  create table if not exists private.first_templates as table public.content_style_templates;
  for one in
    select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname in ('public', 'auth') or (schemaname = 'storage' and tablename <> 'buckets')
  loop
    execute 'select exists (select from ' || one || ')' into has_rows;
    if has_rows then filled = filled || one; end if;
  end loop;
  if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  insert into public.content_style_templates table private.first_templates;
end $$`;

/**
 * The agent of this worker, which commands find through its data directory. The worker's files use it one after the
 * other, each without a model and with the tables as after the first start: starting one takes longer than many a test.
 * Everything else in its data directory and memory stays: a file that depends on that starts its own. It ends with the
 * worker, like its database; its folder is removed after the run.
 */
export const workerAgent: () => Promise<TestAgent> = sharedByFiles(
  () => workerFolder('agent-').then((dataDir) => startFoundAgent({ dataDir })),
  async ({ call }) => {
    const answer = await call('/api/ai', { body: { provider: null, monthlyCapUsd: null } });
    if (!answer.ok) throw new Error(await answer.text());
  },
);

/** The backend of this worker, for files that need no agent, under the same conditions. */
export const workerBackend: () => Promise<TestBackend> = sharedByFiles(() =>
  workerFolder('backend-').then((dataDir) => openTestBackend({ dataDir })),
);

const workerFolder = (prefix: string) =>
  mkdtemp(join(process.env[TEMPLATES] ?? tmpdir(), prefix)).then((folder) => newWorkspace(folder));

function sharedByFiles<T extends { dataDir: string }>(
  start: () => Promise<T>,
  forget: (shared: T) => Promise<void> = async () => undefined,
): () => Promise<T> {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= start();
    const shared = await running;
    await forget(shared);
    const database = databaseOf(shared.dataDir);
    await database.run(EMPTY).finally(() => database.close());
    return Object.create(shared, { close: { value: async () => undefined } });
  };
}
