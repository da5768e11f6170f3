import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { autopilotJob } from '../../../server/features/autopilot/job.ts';
import { createGeneration } from '../../../server/generation/generation.ts';
import type { HandlerEnv } from '../../../server/generation/handler.ts';
import { secretKeyFrom } from '../../../server/generation/stores/secret-key.ts';
import type { SqlClient } from '../../../server/supabase/sql/client.ts';
import { name, type Sql, sql } from '../../../server/supabase/sql/template.ts';
import { CLOUD_OWNER, CLOUD_SECRET_HEADER } from '../../../shared/workspace/cloud-writing.ts';
import { CLOUD_EXTENSIONS_SQL } from '../../helpers/cloud-extensions.ts';
import { databaseOf } from '../../helpers/database.ts';
import {
  type GenerationWorkspace,
  openGenerationWorkspace,
  plainWriter,
} from '../../server/generation/generation-workspace.ts';
import { agentOf, ended, newWorld } from '../../server/jobs/job-agents.ts';

/** Writing by a hosted project itself, with fakes of the extensions that it uses (see the helper). */

const PROJECT = 'https://abcdefghijklmnopqrst.supabase.co';
const ISSUER = `${PROJECT}/auth/v1`;

let workspace: GenerationWorkspace;
let database: SqlClient;
let secretKey: string;
let owner: string;
let member: string;
let before: unknown;

beforeAll(async () => {
  workspace = await openGenerationWorkspace();
  database = databaseOf(workspace.backend.dataDir);
  ({ secretKey } = JSON.parse(await readFile(join(workspace.backend.dataDir, 'keys.json'), 'utf8')));
  await workspace.backend.strangerClient();
  const users = await database.rows<{ id: string }>(sql`select user_id as id from public.members`);
  owner = users[0]?.id ?? '';
  member = randomUUID();
  await database.run(sql`insert into auth.users (id, email) values (${member}, 'other@example.com')`);
  await database.run(sql`select private.add_member('other@example.com')`);
  before = await as('service_role', null, sql`select public.set_cloud_writing(true, ${PROJECT}) as answer`);
  await database.script(CLOUD_EXTENSIONS_SQL);
});
afterAll(async () => {
  await database?.close();
  await workspace?.close();
});
beforeEach(async () => {
  await workspace.reset();
  await database.script(
    'delete from public.job_runs; delete from net.http_request_queue; delete from net._http_response',
  );
  await switchTo(false);
});

type State = { on: boolean; missing: string[]; address: string | null; call: object | null; runs: object[] };

/** Runs a statement as PostgREST would for a caller. Returns its `answer`, or the code of its error. */
async function as(role: string, user: string | null, statement: Sql, issuer: string | null = ISSUER) {
  const claims = JSON.stringify({ role, ...(user && { sub: user }), ...(issuer && { iss: issuer }) });
  return database
    .transaction(async (session) => {
      await session.run(sql`select set_config('request.jwt.claims', ${claims}, true)`);
      await session.run(sql`set local role ${name(role)}`);
      const [row] = await session.rows<{ answer: unknown }>(statement);
      return row?.answer;
    })
    .catch(({ code, cause }) => code ?? cause?.code);
}

const switchTo = (isOn: boolean, address = PROJECT) =>
  as('authenticated', owner, sql`select public.set_cloud_writing(${isOn}, ${address}) as answer`) as Promise<State>;
const state = () => as('authenticated', member, sql`select public.cloud_writing() as answer`) as Promise<State>;

/** Runs what pg_cron would run when due. Returns the call that pg_net would send. */
async function call(): Promise<{ url: string; headers: Record<string, string> } | undefined> {
  const [job] = await database.rows<{ command: string }>(sql`select command from cron.job`);
  if (job) await database.script(job.command);
  const rows = await database.rows<{ url: string; headers: Record<string, string> }>(
    sql`select url, headers from net.http_request_queue order by id desc limit 1`,
  );
  return rows[0];
}

/** The function's response to a call; `ended` resolves when its background work is done. */
async function answer(headers: Record<string, string>, env: Partial<HandlerEnv> = {}) {
  const runs: Promise<unknown>[] = [];
  const keepAlive = (run: Promise<unknown>) => void runs.push(run);
  const handler = workspace.handlerWith({ secretKey, writer: plainWriter(), keepAlive, ...env });
  const response = await handler(new Request(`${PROJECT}/functions/v1/x`, { method: 'POST', headers, body: '{}' }));
  return { status: response.status, body: await response.json(), ended: Promise.all(runs) };
}

const autopilot = (fields: object = {}) =>
  workspace.member
    .from('app_settings')
    .insert({ auto_generate_daily: true, posting_hours_start: 0, posting_hours_end: 23, ...fields })
    .throwOnError();

it('names what is missing on a PostgreSQL without the extensions, and stays off there', () => {
  expect(before).toEqual({ ...OFF, missing: ['pg_cron', 'pg_net', 'supabase_vault'] });
});
const OFF = { on: false, missing: [], address: null, call: null, runs: [] };

it('lets owners and the service key switch it, members see it, and nobody else do either', async () => {
  const callers = { anon: null, authenticated: randomUUID(), member, owner, service_role: null };
  const cells: Record<string, unknown[]> = {};
  for (const [caller, user] of Object.entries(callers)) {
    const role = caller === 'member' || caller === 'owner' ? 'authenticated' : caller;
    const asked = [
      sql`select (public.cloud_writing() ->> 'on') as answer`,
      sql`select (public.set_cloud_writing(true, ${PROJECT}) ->> 'on') as answer`,
      sql`select (public.set_cloud_writing(false) ->> 'on') as answer`,
      sql`select public.is_cloud_secret('x') as answer`,
      sql`select private.cloud_secret() as answer`,
      sql`select private.call_cloud_writer() as answer`,
      sql`select address as answer from private.cloud_writing`,
    ];
    cells[caller] = [];
    for (const statement of asked) cells[caller].push(await as(role, user, statement));
  }
  const [no, none] = ['42501', ['42501', '42501', '42501', '42501']];
  expect(cells).toEqual({
    anon: [no, no, no, ...none],
    authenticated: [no, no, no, ...none],
    member: ['false', no, no, ...none],
    owner: ['false', 'true', 'false', ...none],
    service_role: ['false', 'true', 'false', false, no, no, no],
  });
});

it('is called at no other address than that of the project', async () => {
  for (const address of [
    'http://abcdefghijklmnopqrst.supabase.co',
    'https://other.supabase.co',
    `${PROJECT}/x`,
    `${PROJECT}@evil.example`,
    'https://evil.example',
  ])
    expect([address, await switchTo(true, address)]).toEqual([address, '22023']);
  const own = 'https://api.bakery.example';
  const statement = sql`select (public.set_cloud_writing(true, ${own}) ->> 'address') as answer`;
  expect(await as('authenticated', owner, statement, `${own}/auth/v1`)).toBe(own);
  expect(await as('service_role', null, statement, 'supabase')).toBe('22023');
});

it('calls the function with a secret that is new each time, and is in no answer', async () => {
  expect(await call()).toBeUndefined();
  expect(await switchTo(true)).toEqual({ ...OFF, on: true, address: PROJECT });
  const first = await call();
  expect(first).toMatchObject({ url: `${PROJECT}/functions/v1/auto-generate-content` });
  const secret = first?.headers[CLOUD_SECRET_HEADER] ?? '';
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(await state())).not.toContain(secret);
  await switchTo(true);
  expect((await call())?.headers[CLOUD_SECRET_HEADER]).not.toBe(secret);
  expect(await database.rows(sql`select schedule from cron.job`)).toEqual([{ schedule: '*/15 * * * *' }]);
  await switchTo(false);
  for (const left of ['cron.job', 'vault.secrets', 'private.cloud_writing'])
    expect([
      left,
      await database.rows(sql`select * from ${name(left.split('.')[0] ?? '')}.${name(left.split('.')[1] ?? '')}`),
    ]).toEqual([left, []]);
});

it('says what came of the latest call', async () => {
  await switchTo(true);
  expect((await state()).call).toBeNull();
  await call();
  expect((await state()).call).toMatchObject({ status: null, problem: null });
  await database.run(
    sql`insert into net._http_response (id, status_code) select max(id), 404 from net.http_request_queue`,
  );
  expect((await state()).call).toMatchObject({ status: 404, problem: null });
  await database.run(sql`insert into cron.job_run_details (jobid, status, return_message, start_time)
    select jobid, 'failed', 'net is away', now() + interval '1 minute' from cron.job`);
  expect((await state()).call).toMatchObject({ status: null, problem: 'net is away' });
});

it('refuses another secret, and every one once it is off or where it has no key', async () => {
  await autopilot();
  await switchTo(true);
  const headers = (await call())?.headers ?? {};
  expect(await answer({ [CLOUD_SECRET_HEADER]: 'f'.repeat(64) })).toMatchObject({ status: 401 });
  expect(await answer(headers, { secretKey: undefined })).toMatchObject({ status: 401 });
  await switchTo(false);
  expect(await answer(headers)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  expect((await state()).runs).toEqual([]);
});

it('makes the post of the day once, however often it is called, also beside an agent', async () => {
  await autopilot();
  await workspace.addProject({ posts_per_day: 2 });
  await switchTo(true);
  const headers = (await call())?.headers ?? {};
  const { admin } = workspace.backend.connection;
  const generation = createGeneration({ writer: plainWriter(), drawCard: async () => CARD });
  const job = autopilotJob({
    generate: (request, { report, signal }) => generation.run(admin, request, report, signal),
  });
  // Always on, at 0:00 UTC.
  const daily = { ...job, isOn: () => true, schedule: () => ({ every: 'day' as const, hour: 0 }) };
  const agent = agentOf(admin, { ...newWorld(), now: Temporal.Now.instant() }, [daily]);
  const [one, two] = await Promise.all([answer(headers), answer(headers), agent.tick()]);
  await Promise.all([one.ended, two.ended, ended(agent, daily)]);
  await agent.close();
  expect([one.status, two.status].filter((status) => status === 202).length).toBeLessThanOrEqual(1);
  const { data } = await admin.from('job_runs').select('job, status, attempt').throwOnError();
  expect(data).toEqual([{ job: 'autopilot', status: 'success', attempt: 1 }]);
  expect(await workspace.posts()).toHaveLength(1);
  expect(await answer(headers)).toMatchObject({ status: 200, body: { outcome: 'over' } });
});
const CARD = new Uint8Array(await readFile('tests/fixtures/pictures/small.png'));

it.each([
  ['a run without sources is tried again', {}, 'begun', { status: 'failed', owner: CLOUD_OWNER }],
  ['nothing while the autopilot is off', { auto_generate_daily: false }, 'off', null],
  ['nothing while all is paused', { automation_paused: true }, 'off', null],
  ['nothing before the posting hours', { timezone: zoneAt(1), posting_hours_start: 22 }, 'not_due', null],
])('%s', async (_what, fields, outcome, run) => {
  await autopilot(fields);
  await switchTo(true);
  const answered = await answer((await call())?.headers ?? {});
  await answered.ended;
  expect(answered.body).toEqual({ outcome });
  const { data } = await workspace.member.from('job_runs').select('status, owner, retry_at').maybeSingle();
  expect(data).toEqual(run && { ...run, retry_at: expect.any(String) });
  expect((await state()).runs).toHaveLength(run ? 1 : 0);
});

/** A time zone in which it is now about `hour` o'clock. */
function zoneAt(hour: number): string {
  const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

it.each([
  [{ SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}', SUPABASE_SERVICE_ROLE_KEY: 'jwt' }, 'sb_secret_1'],
  [{ SUPABASE_SECRET_KEYS: '{"web":"sb_secret_2"}' }, 'sb_secret_2'],
  [{ SUPABASE_SECRET_KEYS: '{}', SUPABASE_SERVICE_ROLE_KEY: 'jwt' }, 'jwt'],
  [{ SUPABASE_SECRET_KEYS: 'broken' }, undefined],
])('%j has the key %s', (variables: Record<string, string>, key) => {
  expect(secretKeyFrom((one) => variables[one])).toBe(key);
});
