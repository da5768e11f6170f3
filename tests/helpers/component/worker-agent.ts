import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../../../server/supabase/sql/template.ts';
import { startTestAgent, type TestAgent } from '../agent.ts';
import { databaseOf } from '../database.ts';
import { TEMPLATES } from '../templates-folder.ts';
import { newWorkspace } from '../workspace.ts';

/** Empties every table but the one that the migrations fill, whose rows `first_templates` keeps. */
const EMPTY = sql`do $$
begin
  create table if not exists private.first_templates as table public.content_style_templates;
  execute (
    select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_tables
    where schemaname in ('public', 'auth') or (schemaname = 'storage' and tablename <> 'buckets')
  );
  insert into public.content_style_templates table private.first_templates;
end $$`;

let running: Promise<TestAgent> | undefined;

/**
 * The agent of this worker, whose files use it one after the other, each as it is after the first start: to start one
 * takes longer than many a test. It ends with the worker, as its database does; its folder is removed after the run.
 */
export async function workerAgent(): Promise<TestAgent> {
  running ??= mkdtemp(join(process.env[TEMPLATES] ?? tmpdir(), 'agent-'))
    .then(newWorkspace)
    .then((dataDir) => startTestAgent({ dataDir }));
  const agent = await running;
  const database = databaseOf(agent.dataDir);
  await database.run(EMPTY).finally(() => database.close());
  return { ...agent, close: async () => undefined };
}
