import { readFile } from 'node:fs/promises';
import type ts from 'typescript-api';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { databaseTypes, TYPES_FILE } from '../../build/database-types.ts';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { isFull } from '../helpers/depth.ts';
import { ofFile } from '../helpers/of-file.ts';
import { workerBackend } from '../helpers/worker-agent.ts';

let database: SqlClient;

const backend = ofFile(workerBackend);
beforeAll(async () => {
  database = databaseOf(backend.dataDir);
});
afterAll(() => database?.close());

it('each table and view has a comment', async () => {
  const silent = await database.rows(sql`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and obj_description(c.oid, 'pg_class') is null`);
  expect([...silent]).toEqual([]);
});

it('each policy has a comment, but on storage.objects, where a hosted project does not let us comment', async () => {
  const silent = await database.rows<{ name: string }>(sql`
    select p.polrelid::regclass::text || ' ' || p.polname as name from pg_policy p where obj_description(p.oid, 'pg_policy') is null`);
  expect(silent.map(({ name }) => name)).toEqual(['storage.objects members_media_assets']);
});

describe('who may do what:', () => {
  it('each table has row level security and a policy, and each policy asks whether the caller is a member', async () => {
    const open = await database.rows(sql`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`);
    expect([...open]).toEqual([]);
    const policies = await database.rows<{ name: string; roles: string; conditions: string[] }>(sql`
      select tablename || ' ' || policyname as name, roles::text as roles, array_remove(array[qual, with_check], null) as conditions
      from pg_policies where schemaname in ('public', 'storage')`);
    expect(policies.length).toBeGreaterThan(10);
    for (const { name, roles, conditions } of policies) {
      expect(roles, name).toBe('{authenticated}');
      expect(conditions.length, name).toBeGreaterThan(0);
      for (const condition of conditions) {
        expect(condition, name).toContain('( SELECT private.is_member() AS is_member)');
        expect(condition, name).not.toMatch(/\b(OR|NOT|CASE)\b/);
      }
    }
  });

  it('each view obeys the policies of its caller', async () => {
    const views = await database.rows(sql`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
        and not coalesce(c.reloptions @> '{security_invoker=true}', false)`);
    expect([...views]).toEqual([]);
  });

  it('anon has no privilege on any table, view, sequence or function', async () => {
    const relations = await database.rows(sql`
      select c.oid::regclass::text as name, privilege from pg_class c
      cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
      where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind in ('r', 'v', 'm', 'p', 'f')
        and has_table_privilege('anon', c.oid, privilege)`);
    expect([...relations]).toEqual([]);
    const sequences = await database.rows(sql`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace::regnamespace::text in ('public', 'private')
        and case when c.relkind = 'S' then has_sequence_privilege('anon', c.oid, 'usage, select, update') end`);
    expect([...sequences]).toEqual([]);
    const functions = await database.rows(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private') and has_function_privilege('anon', p.oid, 'execute')`);
    expect([...functions]).toEqual([]);
    expect([...(await database.rows(sql`select has_schema_privilege('anon', 'private', 'usage') as may`))]).toEqual([
      { may: false },
    ]);
  });

  it('what the service key may call a member may too, whose session a linked agent works with', async () => {
    const closed = await database.rows<{ name: string }>(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
        and not has_function_privilege('authenticated', p.oid, 'execute')`);
    // A move reads and writes whole tables, which no agent does; and the edge function has the service key as well.
    const ofMove = /^move_(accounts|digest|files|read|receive|tables|under_way|write)\(/;
    const ofFunction = 'is_cloud_secret(text)';
    expect(closed.filter(({ name }) => !ofMove.test(name) && name !== ofFunction)).toEqual([]);
  });

  it('a function with the rights of its owner does not look names up along the path of its caller', async () => {
    const loose = await database.rows(sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private') and p.prosecdef
        and not coalesce(p.proconfig @> array['search_path=""'], false)`);
    expect([...loose]).toEqual([]);
  });
});

describe('the length of values:', () => {
  const LONG = 'x'.repeat(2_097_153);
  const insert = (caption: string) =>
    backend.connection.admin
      .from('generated_content')
      .insert({ content_type: 'text', caption, platforms: ['instagram'] })
      .select('id')
      .single();

  it('a long text is refused, and a usual one is not', async () => {
    expect(await insert(LONG)).toMatchObject({ status: 413, error: { message: expect.stringContaining('caption') } });
    expect((await insert('x'.repeat(100_000))).error).toBeNull();
  });

  it('a row that has a longer one from before can be changed, but no other long text put in', async () => {
    const { data } = await insert('short');
    const id = String(data?.id);
    await database.script('alter table public.generated_content disable trigger refuse_long_values');
    await database.run(sql`update public.generated_content set caption = ${LONG} where id = ${id}`);
    await database.script('alter table public.generated_content enable trigger refuse_long_values');
    const change = (row: object) => backend.connection.admin.from('generated_content').update(row).eq('id', id);
    expect((await change({ hashtags: ['bread'] })).error).toBeNull();
    expect((await change({ caption: `${LONG}y` })).status).toBe(413);
    expect((await change({ caption: 'short' })).error).toBeNull();
  });

  it('each table with texts is bounded', async () => {
    const open = await database.rows<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'json', 'jsonb', 'ARRAY')
        and not exists (select from pg_trigger where tgrelid = ('public.' || table_name)::regclass and tgname = 'refuse_long_values')
      order by 1`);
    // Later tables, whose columns have their own checks.
    const checked = [
      'members',
      'post_words',
      'script_schedules',
      'hashtag_groups',
      'webhooks',
      'webhook_deliveries',
      'archived_posts',
      'post_comments',
      'comment_replies',
      'agents',
      'channel_holders',
      'agent_pairings',
      'workspace_moves',
    ];
    expect(open.map(({ name }) => name).filter((name) => !checked.includes(name))).toEqual([
      'content_bin',
      'post_facts',
      'project_bin',
    ]);
  });
});

test('the generated types are those of the database that the migrations make', async () =>
  expect(await databaseTypes(database), 'Run "npm run types".').toBe(await readFile(TYPES_FILE, 'utf8')));

test('a type that the generator does not know fails it, rather than being guessed', async () => {
  const rollback = new Error('enough');
  const generating = database.transaction(async (transaction) => {
    await transaction.rows(sql`alter table public.members add column seat point`);
    await expect(databaseTypes(transaction)).rejects.toThrow(/the type point/);
    throw rollback;
  });
  await expect(generating).rejects.toBe(rollback);
});

// Reading the types with the compiler takes seconds.
test.runIf(isFull)('the unions that are laid over the columns are the values that their checks allow', async () => {
  const declared = declaredUnions((await import('typescript-api')).default);
  const allowed = await allowedValues();
  expect(declared).toMatchObject({
    'generated_content.status': ['draft', 'failed', 'published', 'scheduled'],
    'post_deliveries.platform': expect.arrayContaining(['instagram']),
  });
  const checked = Object.fromEntries(Object.keys(declared).map((column) => [column, allowed[column]]));
  expect(declared).toEqual(checked);
});

/**
 * The columns whose type in shared/workspace/database.ts is a union of strings or a list of one, as `table.column`,
 * with their sorted values.
 */
function declaredUnions(compiler: typeof ts): Record<string, string[]> {
  const file = 'shared/workspace/database.ts';
  const program = compiler.createProgram([file], { strict: true, allowImportingTsExtensions: true, noEmit: true });
  const checker = program.getTypeChecker();
  const alias = program
    .getSourceFile(file)
    ?.statements.find((node) => compiler.isTypeAliasDeclaration(node) && node.name.text === 'Database');
  if (!alias || !compiler.isTypeAliasDeclaration(alias)) throw new Error(`${file} declares no Database.`);
  const members = (type: ts.Type): [name: string, type: ts.Type][] =>
    checker.getPropertiesOfType(type).map((symbol) => [symbol.name, checker.getTypeOfSymbolAtLocation(symbol, alias)]);
  const member = (type: ts.Type, name: string): ts.Type => {
    const found = members(type).find(([known]) => known === name);
    if (!found) throw new Error(`${file} declares no ${name}.`);
    return found[1];
  };
  const literals = (type: ts.Type): string[] | null => {
    if (checker.isArrayType(type)) return literals(checker.getTypeArguments(type as ts.TypeReference)[0] ?? type);
    const parts = (type.isUnion() ? type.types : [type]).filter((part) => !(part.flags & compiler.TypeFlags.Null));
    return parts.every((part) => part.isStringLiteral()) ? parts.map(({ value }) => value).sort() : null;
  };
  const tables = members(member(member(checker.getTypeAtLocation(alias.name), 'public'), 'Tables'));
  return Object.fromEntries(
    tables.flatMap(([table, type]) =>
      members(member(type, 'Row')).flatMap(([column, columnType]) => {
        const values = literals(columnType);
        return values ? [[`${table}.${column}`, values]] : [];
      }),
    ),
  );
}

/** The sorted values that checks like `in (…)` and `<@ array[…]`, and the platform check, allow, by `table.column`. */
async function allowedValues(): Promise<Record<string, string[]>> {
  const checks = await database.rows<{ column: string; check: string }>(sql`
    select r.relname || '.' || a.attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid and r.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1`);
  const [platforms] = await database.rows<{ body: string }>(
    sql`select prosrc as body from pg_proc where proname = 'is_platform_list'`,
  );
  const quoted = (text = '') => [...text.matchAll(/'([a-z_]+)'/g)].map(([, value = '']) => value).sort();
  return Object.fromEntries(
    checks.flatMap(({ column, check }) => {
      if (check.includes('is_platform_list')) return [[column, quoted(platforms?.body)]];
      return /(= ANY \(|<@ )ARRAY\[/.test(check) ? [[column, quoted(check)]] : [];
    }),
  );
}
