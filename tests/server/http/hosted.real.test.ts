import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedConnection } from '../../../server/supabase/embedded/backend.ts';
import { uiConfigAnswerSchema } from '../../../shared/agent/agent-api.ts';
import { DEEP_HEALTH_PATH, deepHealthSchema } from '../../../shared/agent/health.ts';
import { jobListSchema } from '../../../shared/agent/jobs.ts';
import { GENERATION_EVENTS } from '../../../shared/posts/generation.ts';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { JOBS_PATH, jobRunPath } from '../../helpers/agent-paths.ts';
import { makeBuiltUi } from '../../helpers/built-ui.ts';
import { eventsOf } from '../../helpers/events-of.ts';
import { freePort } from '../../helpers/free-port.ts';
import { ofFile } from '../../helpers/of-file.ts';

/**
 * Hosted mode: one agent's embedded backend serves as the project of two other agents, one with the project's secret
 * key and one without.
 */

let project: TestAgent;
let hosted: TestAgent;
let keyless: TestAgent;
let member: string;
let stranger: string;
const ui = ofFile(makeBuiltUi);

beforeAll(async () => {
  const port = await freePort();
  project = await startTestAgent({ allowedOrigins: [`http://127.0.0.1:${port}`] });
  const { secretKey } = JSON.parse(await readFile(join(project.dataDir, 'keys.json'), 'utf8'));
  const supabase = { supabaseUrl: project.url, supabaseKey: project.agent.connection.publishableKey };
  hosted = await startTestAgent({ ...supabase, supabaseSecretKey: secretKey, port }, { uiDir: ui.dir });
  keyless = await startTestAgent(supabase, { machine: () => Temporal.Now.instant().subtract({ hours: 3 }) });
  const me = await project.addMember();
  const other = await project.addStranger();
  member = await hosted.signIn(me.email, me.password);
  stranger = await hosted.signIn(other.email, other.password);
});
afterAll(async () => {
  await keyless?.close();
  await hosted?.close();
  await project?.close();
});

describe('an agent on a hosted project', () => {
  it('says so, and sends its pages to the project', async () => {
    expect(await (await hosted.call('/api/health')).json()).toMatchObject({ mode: 'hosted' });
    expect(await (await hosted.call('/config.json')).json()).toMatchObject({
      supabaseUrl: project.url,
      mode: 'hosted',
    });
    const page = await hosted.call('/', { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${project.url} `);
  });

  it('says how it and its project are, and what it cannot do without the secret key', async () => {
    const health = async (agent: TestAgent) =>
      deepHealthSchema.parse(await (await agent.call(DEEP_HEALTH_PATH)).json());
    expect(await health(hosted)).toMatchObject({
      database: { isMigrated: true, connections: null, roundTripMs: expect.any(Number) },
    });
    const { status, reasons, jobs } = await health(keyless);
    expect(status).toBe('degraded');
    expect(reasons).toContain(jobs?.problem);
  });

  it('has no Supabase, no set-up and no accounts of its own', async () => {
    expect((await hosted.call('/rest/v1/app_settings')).status).toBe(404);
    expect(await (await hosted.call('/api/setup')).json()).toEqual({ needed: false });
    expect(await hosted.agent.setupLink(hosted.url)).toBeNull();
    for (const answer of [
      await hosted.call('/api/users'),
      await hosted.call('/api/setup', { body: { email: 'x@example.com', password: 'correct horse', token: 'x' } }),
      await hosted.call('/api/setup/link', { method: 'POST' }),
    ]) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ error: expect.stringContaining('private.add_member') });
    }
  });

  it("goes by the project's clock, also without a key, where its own is wrong", async () => {
    const { time } = uiConfigAnswerSchema.parse(await (await keyless.call('/config.json')).json());
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(3_600_000);
  });

  it("knows the project's members from its strangers", async () => {
    expect((await hosted.call('/api/posts', { token: member })).status).toBe(200);
    expect((await hosted.call('/api/posts', { token: stranger })).status).toBe(403);
  });

  it('works with the secret key, and says which key is missing without it', async () => {
    expect(await (await hosted.call('/api/posts')).json()).toEqual([]);
    for (const path of ['/api/posts', '/api/generation']) {
      const answer = await keyless.call(path, { method: path === '/api/posts' ? 'GET' : 'POST' });
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ error: expect.stringContaining('--supabase-secret-key') });
    }
  });

  it('says what its project lacks to write by itself, and a workspace on a machine that it cannot', async () => {
    const path = '/api/cloud-writing';
    const asked = async (agent: TestAgent, options: Parameters<TestAgent['call']>[1] = {}) => {
      const answer = await agent.call(path, options);
      return { status: answer.status, body: await answer.json() };
    };
    const missing = ['pg_cron', 'pg_net', 'supabase_vault'];
    expect(await asked(hosted)).toMatchObject({ status: 200, body: { isHosted: true, isOn: false, missing } });
    expect(await asked(project)).toMatchObject({ status: 200, body: { isHosted: false, isOn: false } });
    const on = { method: 'PUT', body: { isOn: true } };
    expect(await asked(project, on)).toMatchObject({ status: 409 });
    // This test's project has no https: address.
    expect(await asked(hosted, on)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('https://') },
    });
    expect(await asked(hosted, { method: 'PUT', body: { isOn: false } })).toMatchObject({ status: 200 });
    expect((await asked(keyless)).status).toBe(503);
  });

  it('runs jobs with the secret key, and says so where it has none', async () => {
    const { problem, jobs } = jobListSchema.parse(await (await hosted.call(JOBS_PATH, { token: member })).json());
    expect([problem, jobs.map(({ name }) => name)]).toEqual([null, expect.arrayContaining(['autopilot', 'reconcile'])]);
    expect((await hosted.call(jobRunPath('reconcile'), { method: 'POST' })).status).toBe(202);
    const without = jobListSchema.parse(await (await keyless.call(JOBS_PATH, { token: member })).json());
    expect(without).toMatchObject({ jobs: [], problem: expect.stringContaining('--supabase-secret-key') });
    const refused = await keyless.call(jobRunPath('reconcile'), { method: 'POST' });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'unavailable', error: without.problem });
  });
});

describe('the project', () => {
  const ask = (origin: string, init: RequestInit = {}) =>
    fetch(`${project.url}/rest/v1/content_style_templates?select=id&limit=1`, {
      ...init,
      headers: {
        origin,
        'sec-fetch-site': 'same-site',
        apikey: project.agent.connection.publishableKey,
        authorization: `Bearer ${member}`,
        prefer: 'count=exact',
      },
    });

  it("answers the agent's pages, which may read counts", async () => {
    const answer = await ask(hosted.url);
    expect(answer.ok).toBe(true);
    expect(answer.headers.get('access-control-allow-origin')).toBe(hosted.url);
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range');
    expect(answer.headers.get('content-range')).toMatch(/\/\d+$/);
  });

  it('lets those pages show a picture by its signed address', async () => {
    const { admin } = project;
    const upload = await admin.storage
      .from('media-assets')
      .upload('card.png', new Uint8Array(64), { contentType: 'image/png' });
    expect(upload.error).toBeNull();
    const { data } = await project.supabase(member).storage.from('media-assets').createSignedUrl('card.png', 60);
    const picture = await fetch(String(data?.signedUrl), {
      headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    });
    expect(picture.status).toBe(200);
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});

describe("a hosted project's function that fails", () => {
  /** The function's response; the function may be missing or outdated. */
  let respond: () => Promise<Response>;
  beforeAll(() =>
    (project.agent.connection as EmbeddedConnection).mountFunction('auto-generate-content', () => respond()),
  );

  it.each([
    [409, 'Posts are being made already.', { status: 409, code: 'conflict', error: 'Posts are being made already.' }],
    [503, 'Supabase is away.', { status: 503, code: 'unavailable', error: 'Supabase is away.' }],
    [502, 'The model made no sense.', { status: 502, code: 'bad_answer', error: 'The model made no sense.' }],
  ])('%s keeps its own words and its code', async (status, error, expected) => {
    const code = status === 502 ? 'bad_answer' : 'whatever';
    respond = async () => Response.json({ error, code }, { status });
    const answer = await hosted.call('/api/generation', { method: 'POST' });
    expect({ status: answer.status, ...(await answer.json()) }).toEqual(expected);

    const streamed = await hosted.call('/api/generation', { method: 'POST', headers: { accept: 'text/event-stream' } });
    const [event] = await eventsOf(streamed);
    expect(event?.event).toBe(GENERATION_EVENTS.error);
    expect(JSON.parse(String(event?.data))).toEqual({ code: expected.code, error });
  });
});
