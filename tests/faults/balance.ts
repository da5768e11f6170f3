import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../../server/supabase/sql/template.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { databaseOf } from '../helpers/database.ts';
import { type AgentApi, type Counter, type Ledger, sha256 } from './load.ts';

/** Rows per request. */
const PAGE = 500;
/**
 * A temporary file next to a private file that is being written (server/files/private-file.ts), or next to an upload.
 */
const UNFINISHED = /\.tmp$|\.part$/;

/** Everything acknowledged that is missing or different, one line each. */
export async function lostOf({ client, call }: AgentApi, dataDir: string, ledger: Ledger): Promise<string[]> {
  const lost: string[] = [];
  const captions = await readCaptions(client);
  for (const [id, caption] of ledger.posts)
    if (captions.get(id) !== caption) lost.push(`post ${id}: ${captions.get(id)}`);
  for (const [id, caption] of ledger.unansweredPosts) {
    if ((captions.get(id) ?? caption) !== caption) lost.push(`post ${id}, unanswered, is another: ${captions.get(id)}`);
  }
  for (const id of ledger.removed) if (captions.has(id)) lost.push(`post ${id} was deleted and is there`);

  for (const [files, mayMiss] of [
    [ledger.files, false],
    [ledger.unansweredFiles, true],
  ] as const) {
    for (const [name, hash] of files) {
      const { data } = await client.storage.from(MEDIA_BUCKET).download(name);
      const found = data && sha256(new Uint8Array(await data.arrayBuffer()));
      if (found !== hash && !(mayMiss && found === null)) lost.push(`file ${name}: ${found ?? 'is not there'}`);
    }
  }

  const { data: settings } = await client.from('app_settings').select('brand_handle').single().throwOnError();
  if (!isWithin(ledger.settings, Number(settings.brand_handle ?? 0)))
    lost.push(`settings: ${settings.brand_handle}, not ${JSON.stringify(ledger.settings)}`);
  const ai: { monthlyCapUsd?: number | null } = await (await call('/api/ai')).json();
  if (!isWithin(ledger.cap, ai.monthlyCapUsd ?? 0))
    lost.push(`ai.json: ${ai.monthlyCapUsd}, not ${JSON.stringify(ledger.cap)}`);

  const database = databaseOf(dataDir);
  try {
    const runs = await database.rows<{ id: string; status: string }>(sql`select id, status from public.script_runs`);
    const statuses = new Map(runs.map(({ id, status }) => [id, status]));
    for (const [id, status] of ledger.runs)
      if (statuses.get(id) !== status) lost.push(`script run ${id}: ${statuses.get(id)}, not ${status}`);
    const [made] = await database.rows<{ count: number }>(
      sql`select count(*)::int as count from public.generated_content where run_id is not null`,
    );
    if ((made?.count ?? 0) < ledger.generated) lost.push(`${ledger.generated - (made?.count ?? 0)} generated posts`);
  } finally {
    await database.close();
  }
  return lost;
}

/**
 * Everything incomplete while nothing is being written: files without rows, rows without files, and runs that no agent
 * executes. One line each.
 */
export async function halvesOf(dataDir: string): Promise<string[]> {
  const database = databaseOf(dataDir);
  try {
    const halves: string[] = [];
    const objects = await database.rows<{ name: string; version: string; size: number }>(
      sql`select name, version, (metadata->>'size')::int as size from storage.objects`,
    );
    const loose = await database.rows<{ version: string }>(sql`select version from storage.loose_files`);
    const folder = join(dataDir, 'storage');
    const known = new Set([...objects, ...loose].map(({ version }) => version));
    for (const { name, version, size } of objects) {
      const found = await stat(join(folder, version)).catch(() => null);
      if (found?.size !== size) halves.push(`object ${name}: a file of ${found?.size} instead of ${size} bytes`);
    }
    for (const name of await readdir(folder)) if (!known.has(name)) halves.push(`file ${name} is of no object`);
    for (const name of await readdir(dataDir)) if (UNFINISHED.test(name)) halves.push(`file ${name} was not finished`);

    const rows = await database.rows<{ what: string }>(sql`
      select 'script run ' || id || ' is ' || status as what from public.script_runs where status in ('queued', 'running')
      union all
      select 'generation ' || r.id || ', ' || r.status || ', made ' || r.created || ' and has ' || count(c.id)
        from public.generation_runs r left join public.generated_content c on c.run_id = r.id
        group by r.id having count(c.id) <> case r.status when 'done' then r.created else 0 end
      union all
      select 'post ' || c.id || ' was generated and has no place' from public.generated_content c
        where c.run_id is not null and not exists (select from public.scheduled_posts s where s.content_id = c.id)
      union all
      select 'post ' || c.id || ' shows ' || (m ->> 'path') || ', which is not there'
        from public.generated_content c, jsonb_array_elements(c.media) m
        where not exists (
          select from storage.objects o where o.bucket_id = ${MEDIA_BUCKET} and o.name = m ->> 'path')`);
    return [...halves, ...rows.map(({ what }) => what)];
  } finally {
    await database.close();
  }
}

const isWithin = ({ acknowledged, asked }: Counter, found: number) => acknowledged <= found && found <= asked;

async function readCaptions(client: AgentApi['client']): Promise<Map<string, string>> {
  const captions = new Map<string, string>();
  for (let from = 0; ; from += PAGE) {
    const to = from + PAGE - 1;
    const { data } = await client
      .from('generated_content')
      .select('id, caption')
      .order('id')
      .range(from, to)
      .throwOnError();
    for (const { id, caption } of data) captions.set(id, caption);
    if (data.length < PAGE) return captions;
  }
}
