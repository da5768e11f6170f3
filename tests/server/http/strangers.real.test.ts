import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../server/supabase/connection.ts';
import { name, sql } from '../../../server/supabase/sql/template.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { databaseOf } from '../../helpers/database.ts';
import { everyNth } from '../../helpers/depth.ts';
import { AWKWARD, fillEveryTable } from '../../helpers/every-table.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { countRows, TABLES } from '../../helpers/tables.ts';

/** The row of docs/security.md by which the public key, or a signed-in stranger, can read and change nothing. */

let strangerId: string;
/** The tables that function parameters refer to, by parameter name. */
const NAMED = {
  ...{ content: 'generated_content', project: 'content_projects', account: 'social_accounts', series: 'post_series' },
  ...{ run: 'generation_runs', post: 'scheduled_posts', delivery: 'post_deliveries' },
};
const ids: Record<string, string> = {};
const clients: Record<string, Client> = {};

/** Adds a row to every table, with texts that must not leak. */
async function fill(): Promise<void> {
  const database = databaseOf(agent.dataDir);
  await fillEveryTable(database);
  // Makes all foreign keys refer to these rows.
  const links = await database.rows<{ link: string }>(sql`
    select format('update %s set %I = (select %I from %s limit 1);', conrelid::regclass, a.attname, b.attname, confrelid::regclass) as link
    from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
      join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> 'public.members'::regclass`);
  await database.script(`set session_replication_role = replica; ${links.map(({ link }) => link).join(' ')}
    reset session_replication_role`);
  for (const [what, table] of Object.entries(NAMED)) {
    const [row] = await database.rows<{ id: string }>(sql`select id from public.${name(table)} limit 1`);
    ids[what] = String(row?.id);
  }
  await database.close();
}

type PublicFunction = { name: string; names: string[] | null; types: string[] };

/** Every public function of the database, with the names and types of its parameters. */
async function publicFunctions(): Promise<PublicFunction[]> {
  const database = databaseOf(agent.dataDir);
  const found = database.rows<PublicFunction>(sql`
    select proname as name, to_json(proargnames[1:pronargs]) as names,
      to_json(array(select format_type(type, null) from unnest(proargtypes) as type)) as types
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
    order by name`);
  return found.finally(() => database.close());
}

/** The names of all views. They are typed as table names, because the types cannot know names that are read here. */
async function publicViews(): Promise<(typeof TABLES)[number][]> {
  const database = databaseOf(agent.dataDir);
  const found = database.rows<{ name: (typeof TABLES)[number] }>(
    sql`select viewname as name from pg_views where schemaname = 'public' order by viewname`,
  );
  const names = (await found.finally(() => database.close())).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  return names;
}

/** A value that would make a function access the workspace's data. */
function argumentFor(name: string, type: string): unknown {
  if (type.endsWith('[]')) return [argumentFor(name, type.slice(0, -2))];
  if (type === 'uuid') return ids[name.includes('delivery') ? 'delivery' : name] ?? ids.post;
  if (type === 'text') return name.includes('path') || name.includes('file') ? AWKWARD : 'instagram';
  if (type.startsWith('timestamp')) return new Date(Date.now() + 3_600_000).toISOString();
  if (type === 'date') return '2026-11-21';
  if (type === 'boolean') return true;
  return type === 'jsonb' ? {} : 9;
}

const agent = ofFile(() => startTestAgent());
beforeAll(async () => {
  await agent.addMember();
  const { email, password } = await agent.addStranger();
  clients['the public key alone'] = agent.supabase();
  clients['a signed-in stranger'] = agent.supabase(await agent.signIn(email, password));
  strangerId = String((await agent.agent.connection.accounts?.list())?.find((account) => account.email === email)?.id);
  await fill();
});

const WHO = ['the public key alone', 'a signed-in stranger'];

describe.each(WHO)('%s', (who) => {
  const client = () => clients[who] as Client;

  it.each(everyNth(TABLES, 2, WHO.indexOf(who)))('reads and changes nothing in %s', async (table) => {
    const before = await countRows(agent.admin, table);
    expect(before).toBeGreaterThan(0);
    expect((await client().from(table).select('*')).data ?? []).toEqual([]);
    expect((await client().from(table).select('*', { count: 'exact', head: true })).count ?? 0).toBe(0);

    const { data: rows } = await agent.admin.from(table).select('*').limit(1);
    const [row] = rows ?? [];
    const column = Object.keys(row ?? {})[0] ?? '';
    // The table is only known at run time, so the types cannot describe its rows.
    const target = client().from(table) as unknown as ReturnType<Client['from']> & {
      insert(row: object): PromiseLike<{ error: { code: string } | null }>;
      update(row: object): {
        not(column: string, operator: 'is', value: null): { select(): PromiseLike<{ data: unknown[] | null }> };
      };
      delete(): {
        not(column: string, operator: 'is', value: null): { select(): PromiseLike<{ data: unknown[] | null }> };
      };
    };
    // A row that only the policies can refuse: its keys are new, and all columns exist.
    const fresh = Object.fromEntries(
      Object.entries({ id: crypto.randomUUID(), user_id: strangerId, run_key: 'another day' }).filter(
        ([key]) => key in (row ?? {}),
      ),
    );
    const { words: _words, marks: _marks, ...given } = { ...row, ...fresh } as Record<string, unknown>;
    // Without generated columns, which are refused for any caller.
    const inserted = table === 'archived_posts' ? given : { ...row, ...fresh };
    expect((await target.insert(inserted)).error).toMatchObject({ code: '42501' });
    expect(
      (
        await target
          .update({ ...row })
          .not(column, 'is', null)
          .select()
      ).data ?? [],
    ).toEqual([]);
    expect((await target.delete().not(column, 'is', null).select()).data ?? []).toEqual([]);
    expect(await countRows(agent.admin, table)).toBe(before);
  });

  it('reads nothing in any view', async () => {
    let rows = 0;
    for (const view of await publicViews()) {
      expect((await client().from(view).select('*')).data ?? [], view).toEqual([]);
      rows += (await agent.admin.from(view).select('*').limit(1).throwOnError()).data.length;
    }
    expect(rows).toBeGreaterThan(1);
  });

  it('reads and changes nothing by any function there is', async () => {
    const rows = async () =>
      Promise.all(TABLES.map(async (table) => (await agent.admin.from(table).select('*').throwOnError()).data));
    const before = await rows();
    const functions = await publicFunctions();
    expect(functions.length).toBeGreaterThan(50);
    for (const { name, names, types } of everyNth(functions, 2, WHO.indexOf(who))) {
      const args = Object.fromEntries((names ?? []).map((arg, index) => [arg, argumentFor(arg, types[index] ?? '')]));
      const { data, error } = await client().rpc(name as never, args as never);
      if (who === 'the public key alone') expect(error, name).toMatchObject({ code: '42501' });
      // The error must not be that the function does not exist, or nothing would have been tested.
      expect(error?.code ?? '', name).not.toMatch(/^PGRST20/);
      expect(JSON.stringify([data, error]), name).not.toMatch(/quoted|example\.com/);
    }
    expect(await rows()).toEqual(before);
  });

  it('starts no generation', async () => {
    const { error } = await client().functions.invoke('auto-generate-content');
    expect(error?.context.status).toBe(who === 'a signed-in stranger' ? 403 : 401);
    expect(await countRows(agent.admin, 'generation_runs')).toBe(1);
  });
});
