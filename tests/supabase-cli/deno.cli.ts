import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerClient } from '../../server/supabase/client.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { CLOUD_SECRET_HEADER } from '../../shared/workspace/cloud-writing.ts';
import { CLOUD_EXTENSIONS_SQL } from '../helpers/cloud-extensions.ts';
import { type DenoFunction, startDenoFunction } from '../helpers/deno-function.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';
import { zoneOfNoon } from '../supabase/functions/two-runtimes.ts';
import { ADDRESS, openPushedProject, type PushedProject, type SignedIn } from './pushed-project.ts';

/** auto-generate-content under Deno, as hosted Supabase runs it, on the pushed project through PostgREST. */

let project: PushedProject;
let sources: SourceServer;
let deno: DenoFunction;
let member: SignedIn;

beforeAll(async () => {
  [project, sources] = await Promise.all([openPushedProject(), startSourceServer()]);
  member = await project.signIn('member@example.com', true);
  const { url, keys } = project;
  deno = await startDenoFunction({
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
  });
  await project.database.script(CLOUD_EXTENSIONS_SQL);
  await project.database.run(sql`
    insert into public.app_settings (auto_generate_daily, timezone, posting_hours_start, posting_hours_end)
    values (true, ${zoneOfNoon()}, 0, 23)`);
  await project.database.run(sql`insert into public.content_projects
    (niche_name, source_url_1, source_url_2, platforms, posts_per_day)
    values ('Home baking', ${`${sources.origin}/sourdough.html`}, ${`${sources.origin}/strength.html`}, '{instagram}', 1)`);
});
afterAll(async () => {
  await Promise.all([deno?.stop(), sources?.close()]);
  await project?.close();
});

async function call(headers: Record<string, string>, body: object = {}) {
  const answer = await fetch(deno.url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const by = (token: string) => ({ apikey: project.keys.publishableKey, authorization: `Bearer ${token}` });

/** The existing posts, with the number of their places in the timeline and of their pictures. */
const written = () =>
  project.database.rows<{ status: string; writer: string; places: number; pictures: number }>(sql`
    select c.status, c.writer, (select count(*)::int from public.scheduled_posts p where p.content_id = c.id) as places,
      (select count(*)::int from storage.objects o where o.bucket_id = ${MEDIA_BUCKET}
        and c.media @> jsonb_build_array(jsonb_build_object('path', o.name))) as pictures
    from public.generated_content c`);

const POST = { status: 'scheduled', writer: 'built-in', places: 1, pictures: 1 };

it('refuses strangers, and writes nothing for them', async () => {
  const { token: stranger } = await project.signIn('stranger@example.com', false);
  const { publishableKey } = project.keys;
  const refused: [number, Record<string, string>][] = [
    [401, {}],
    [401, { apikey: publishableKey }],
    [401, by(publishableKey)],
    [401, by(`${member.token}x`)],
    [401, { [CLOUD_SECRET_HEADER]: 'guessed' }],
    [403, by(stranger)],
  ];
  for (const [status, headers] of refused)
    expect(await call(headers)).toMatchObject({ status, body: { error: expect.any(String) } });
  expect(await written()).toEqual([]);
});

it("makes the autopilot's post of the day once, called by the project's own database", async () => {
  const client = createServerClient(project.url, project.keys.publishableKey, { accessToken: member.token });
  const switched = await client.rpc('set_cloud_writing', { is_on: true, address: ADDRESS }).throwOnError();
  expect(switched.data).toMatchObject({ on: true });
  // What pg_cron runs when it is time, and the request that pg_net would send.
  const [job] = await project.database.rows<{ command: string }>(sql`select command from cron.job`);
  await project.database.script(String(job?.command));
  const [request] = await project.database.rows<{ headers: Record<string, string> }>(
    sql`select headers from net.http_request_queue`,
  );
  const headers = request?.headers ?? {};
  const answers = await Promise.all([call(headers), call(headers)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 202]);
  const run = () => client.from('job_runs').select('job, status, attempt').throwOnError();
  await expect
    .poll(async () => (await run()).data, { timeout: 120_000 })
    .toEqual([{ job: 'autopilot', status: 'success', attempt: 1 }]);
  expect(await call(headers)).toEqual({ status: 200, body: { outcome: 'over' } });
  expect(await written()).toEqual([POST]);
});

it("makes a member's post once where two ask at once, and none where it is asked for again", async () => {
  const began = new Date().toISOString();
  const ask = (token: string) => call(by(token), { unlessMadeSince: began });
  const answers = await Promise.all([ask(member.token), ask(member.token)]);
  expect(answers.map(({ status, body }) => `${status} ${body.created}`).sort()).toEqual(['200 0', '200 1']);
  for (const token of [member.token, project.keys.secretKey])
    expect(await ask(token)).toMatchObject({ status: 200, body: { created: 0 } });
  expect(await written()).toEqual([POST, POST]);
});
