import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../server/supabase/connection.ts';
import { sql } from '../../../server/supabase/sql/template.ts';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { databaseOf } from '../../helpers/database.ts';
import { TABLES } from '../../helpers/tables.ts';

/** The last row of design/security.md: the public key alone, or a signed-in stranger, reads and writes nothing. */

let agent: TestAgent;
let strangerId: string;
let post: string;
let delivery: string;
/** Of one of each, by what functions call it. */
const ids: Record<string, string> = {};
const clients: Record<string, Client> = {};

/** How many rows a table holds, as the service key sees it. */
async function countOf(table: (typeof TABLES)[number]): Promise<number> {
  const { count } = await agent.admin.from(table).select('*', { count: 'exact', head: true }).throwOnError();
  return count ?? 0;
}

async function fill(): Promise<void> {
  const { admin } = agent;
  const owner = crypto.randomUUID();
  const soon = new Date(Date.now() + 60_000).toISOString();
  const one = async <Row extends { id: string }>(
    answer: PromiseLike<{ data: Row | null; error: unknown }>,
  ): Promise<string> => {
    const { data, error } = await answer;
    if (!data) throw error;
    return data.id;
  };
  const source = 'https://example.com/a';
  const project = {
    niche_name: 'Fitness',
    source_url_1: source,
    source_url_2: source,
    platforms: ['instagram' as const],
  };
  const removed = await one(admin.from('content_projects').insert(project).select('id').single());
  await admin.from('content_projects').delete().eq('id', removed).throwOnError();
  const project_id = await one(admin.from('content_projects').insert(project).select('id').single());
  const content_id = await one(
    admin
      .from('generated_content')
      .insert({ content_type: 'text', platforms: ['instagram'] })
      .select('id')
      .single(),
  );
  const scheduled_post_id = await one(
    admin.from('scheduled_posts').insert({ content_id, scheduled_time: soon }).select('id').single(),
  );
  const account_id = await one(
    admin.from('social_accounts').insert({ platform: 'instagram', account_label: 'IG_Main' }).select('id').single(),
  );
  await one(
    admin.from('content_style_templates').insert({ name: 'Mine', prompt_template: 'Write' }).select('id').single(),
  );
  const channel = {
    account_id,
    agent_id: owner,
    platform: 'instagram' as const,
    handle: 'x',
    remote_id: '1',
    server: source,
  };
  await admin.from('channels').insert(channel).throwOnError();
  delivery = await one(
    admin
      .from('post_deliveries')
      .insert({ scheduled_post_id, platform: 'instagram', account_id })
      .select('id')
      .single(),
  );
  post = scheduled_post_id;
  Object.assign(ids, { content: content_id, project: project_id, account: account_id, series: owner });
  const script = admin.from('puppeteer_scripts').insert({ name: 'Mine', code: '// secret' }).select('id').single();
  await admin
    .from('script_schedules')
    .insert({ script_id: await one(script), every_minutes: 60 })
    .throwOnError();
  await one(admin.from('warmup_runs').insert({ account_id, owner, lease_until: soon }).select('id').single());
  await one(admin.from('script_runs').insert({ owner }).select('id').single());
  await one(
    admin.from('model_calls').insert({ model: 'openai:x', input_tokens: 1, output_tokens: 1 }).select('id').single(),
  );
  const run = { project_id, local_day: '2026-11-21', lease_until: soon };
  ids.run = await one(admin.from('generation_runs').insert(run).select('id').single());
  await admin.from('media_details').insert({ path: 'mine.png', name: 'Mine.png' }).throwOnError();
  await admin
    .from('post_imports')
    .insert({ id: owner, content_ids: [content_id] })
    .throwOnError();
  const every = { unit: 'month' as const, day: 1 };
  const rule = { every, time: '09:00', from: '2026-11-21', end: { kind: 'never' as const } };
  await admin
    .from('post_series')
    .insert({ id: owner, content: {}, texts: ['Mine'], rule })
    .throwOnError();
  await admin.from('series_posts').insert({ series_id: owner, local_day: '2026-11-21', content_id }).throwOnError();
  await admin.from('job_runs').insert({ job: 'warmup', run_key: '2026-11-21', owner, lease_until: soon });
  const deleted = await one(admin.from('generated_content').insert({ content_type: 'text' }).select('id').single());
  await admin.from('generated_content').delete().eq('id', deleted);
  if ((await admin.from('app_settings').select('id')).data?.length === 0)
    await admin.from('app_settings').insert({ timezone: 'UTC' });
  const { error } = await admin.storage
    .from('media-assets')
    .upload('mine.png', new Uint8Array(100), { contentType: 'image/png' });
  if (error) throw error;
}

type PublicFunction = { name: string; names: string[] | null; types: string[] };

/** Every function that the database offers to callers, with the names and types of its parameters. */
async function publicFunctions(): Promise<PublicFunction[]> {
  const database = databaseOf(agent.dataDir);
  const found = database.rows<PublicFunction>(sql`
    select proname as name, to_json(proargnames[1:pronargs]) as names,
      to_json(array(select format_type(type, null) from unnest(proargtypes) as type)) as types
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
    order by name`);
  return found.finally(() => database.close());
}

/** The columns of tables and views are known to the types; a name that is only known here is taken for a table's. */
async function publicViews(): Promise<(typeof TABLES)[number][]> {
  const database = databaseOf(agent.dataDir);
  const found = database.rows<{ name: (typeof TABLES)[number] }>(
    sql`select viewname as name from pg_views where schemaname = 'public' order by viewname`,
  );
  const names = (await found.finally(() => database.close())).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  return names;
}

/** A value that would reach something of the workspace's. */
function argumentFor(name: string, type: string): unknown {
  if (type.endsWith('[]')) return [argumentFor(name, type.slice(0, -2))];
  if (type === 'uuid') return name.includes('delivery') ? delivery : (ids[name] ?? post);
  if (type === 'text') return name.includes('path') || name.includes('file') ? 'mine.png' : 'instagram';
  if (type.startsWith('timestamp')) return new Date(Date.now() + 3_600_000).toISOString();
  if (type === 'date') return '2026-11-21';
  if (type === 'boolean') return true;
  return type === 'jsonb' ? {} : 9;
}

beforeAll(async () => {
  agent = await startTestAgent();
  await agent.addMember();
  const { email, password } = await agent.addStranger();
  clients['the public key alone'] = agent.supabase();
  clients['a signed-in stranger'] = agent.supabase(await agent.signIn(email, password));
  strangerId = String((await agent.agent.connection.accounts?.list())?.find((account) => account.email === email)?.id);
  await fill();
});
afterAll(() => agent?.close());

describe.each(['the public key alone', 'a signed-in stranger'])('%s', (who) => {
  const client = () => clients[who] as Client;

  it.each(TABLES)('reads and changes nothing in %s', async (table) => {
    const before = await countOf(table);
    expect(before).toBeGreaterThan(0);
    const read = await client().from(table).select('*');
    expect(read.data ?? []).toEqual([]);
    expect((await client().from(table).select('*', { count: 'exact', head: true })).count ?? 0).toBe(0);

    const { data: rows } = await agent.admin.from(table).select('*').limit(1);
    const [row] = rows ?? [];
    const column = Object.keys(row ?? {})[0] ?? '';
    // The row is any table's: the types cannot follow a name that is only known here.
    const target = client().from(table) as unknown as ReturnType<Client['from']> & {
      insert(row: object): PromiseLike<{ error: { code: string } | null }>;
      update(row: object): {
        not(column: string, operator: 'is', value: null): { select(): PromiseLike<{ data: unknown[] | null }> };
      };
      delete(): {
        not(column: string, operator: 'is', value: null): { select(): PromiseLike<{ data: unknown[] | null }> };
      };
    };
    // A row that only the policies stand against: no key is taken, no column unknown.
    const fresh = Object.fromEntries(
      Object.entries({ id: crypto.randomUUID(), user_id: strangerId, run_key: 'another day' }).filter(
        ([key]) => key in (row ?? {}),
      ),
    );
    expect((await target.insert({ ...row, ...fresh })).error).toMatchObject({ code: '42501' });
    expect(
      (
        await target
          .update({ ...row })
          .not(column, 'is', null)
          .select()
      ).data ?? [],
    ).toEqual([]);
    expect((await target.delete().not(column, 'is', null).select()).data ?? []).toEqual([]);
    expect(await countOf(table)).toBe(before);
  });

  it('reads nothing in any view', async () => {
    for (const view of await publicViews()) {
      expect((await client().from(view).select('*')).data ?? [], view).toEqual([]);
      expect((await agent.admin.from(view).select('*').limit(1)).error, view).toBeNull();
    }
  });

  it('reads and changes nothing by any function there is', async () => {
    const rows = async () =>
      Promise.all(TABLES.map(async (table) => (await agent.admin.from(table).select('*').throwOnError()).data));
    const before = await rows();
    const functions = await publicFunctions();
    expect(functions.length).toBeGreaterThan(50);
    for (const { name, names, types } of functions) {
      const args = Object.fromEntries((names ?? []).map((arg, index) => [arg, argumentFor(arg, types[index] ?? '')]));
      const { data, error } = await client().rpc(name as never, args as never);
      if (who === 'the public key alone') expect(error, name).toMatchObject({ code: '42501' });
      // Not for want of such a function: then nothing would have been tried.
      expect(error?.code ?? '', name).not.toMatch(/^PGRST20/);
      expect(JSON.stringify([data, error]), name).not.toMatch(/Mine|secret|Fitness|IG_Main|example\.com/);
    }
    expect(await rows()).toEqual(before);
  });

  it('starts no generation', async () => {
    const { error } = await client().functions.invoke('auto-generate-content');
    expect(error?.context.status).toBe(who === 'a signed-in stranger' ? 403 : 401);
    expect(await countOf('generation_runs')).toBe(1);
  });
});
