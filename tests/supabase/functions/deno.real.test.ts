import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GOOD_KEY, startModelServer } from '../../helpers/ai-imitation/model-server.ts';
import { everyNth, isFull } from '../../helpers/depth.ts';
import { type Call, openTwoRuntimes, type TwoRuntimes } from './two-runtimes.ts';

let runtimes: TwoRuntimes;

beforeAll(async () => {
  runtimes = await openTwoRuntimes();
});
afterAll(() => runtimes?.close());
beforeEach(() => runtimes.reset());

/** What the function makes in an agent; fails unless it makes the same under Deno. */
async function madeByBoth() {
  const inNode = await runtimes.generate(runtimes.node);
  expect(await runtimes.generate(runtimes.deno)).toEqual(inNode);
  return inNode;
}

/** The function's response in an agent; fails unless it is the same under Deno. */
async function answeredByBoth(init: Call = {}) {
  const inNode = await runtimes.call(runtimes.node, init);
  expect({ init, ...(await runtimes.call(runtimes.deno, init)) }).toEqual({ init, ...inNode });
  return inNode;
}

describe('the function under Deno', () => {
  // Japanese words are segmented by each runtime's own tables.
  it.each(
    everyNth(
      [
        ['English', 'sourdough', 'home-brewing'],
        ['Japanese', 'nukadoko', 'film-camera'],
      ] as const,
      2,
    ),
  )('makes the same posts and pictures of sources in %s', async (_, ...pages) => {
    const [source_url_1, source_url_2] = pages.map((page) => `${runtimes.sources.origin}/${page}.html`);
    await runtimes.addProject({ posts_per_day: 1, source_url_1, source_url_2 });
    // A post with this template has one picture, not a carousel.
    const template = { name: 'Insight', prompt_template: '{niche}' };
    await runtimes.agent.admin.from('content_style_templates').insert(template).throwOnError();
    const { events, posts } = await madeByBoth();
    expect(events.at(-1)).toMatchObject({ event: 'result', success: true, template: template.name, created: 1 });
    expect(posts.map(({ writer }) => writer)).toEqual(['built-in']);
    expect(posts.every(({ pictures }) => pictures.length > 0)).toBe(true);
  });

  it('leaves out the same sources for the same reasons', async () => {
    const pages = ['pdf', '404'].map((page) => `${runtimes.sources.origin}/${page}`);
    await runtimes.addProject({ source_url_1: pages[0], source_url_2: pages[1] });
    const { events } = await madeByBoth();
    const sources = pages.map((url) => ({ url, reason: expect.any(String) }));
    expect(events.at(-1)).toMatchObject({ event: 'result', success: false, created: 0, sources });
  });

  it('refuses the same callers and requests in the same words', async () => {
    const { email, password } = await runtimes.agent.addStranger();
    const stranger = await runtimes.agent.signIn(email, password);
    const requests: [status: number, init: Call][] = [
      [401, { token: null }],
      [401, { token: 'nonsense' }],
      [403, { token: stranger }],
      [400, { body: '{' }],
      [400, { body: '{"count": 11}' }],
      [400, { body: '{"reason": "boredom"}' }],
      [405, { method: 'GET' }],
    ];
    for (const [status, init] of requests) {
      expect(await answeredByBoth(init)).toMatchObject({ status, body: { error: expect.any(String) } });
    }
  });

  it('has the same reasons for making nothing', async () => {
    const { admin } = runtimes.agent;
    expect((await answeredByBoth()).body).toMatchObject({ success: false, message: 'Create a content project first.' });

    const { id: project_id } = await runtimes.addProject();
    const { timezone } = (await admin.from('app_settings').select('timezone').single().throwOnError()).data;
    const local_day = new Date().toLocaleDateString('sv', { timeZone: timezone });
    const lease_until = new Date(Date.now() + 60_000).toISOString();
    await admin.from('generation_runs').insert({ project_id, local_day, lease_until }).throwOnError();
    expect((await answeredByBoth()).body.message).toContain('already being made');

    // Postgres knows this zone, but neither runtime does.
    await admin.from('app_settings').update({ timezone: 'Factory' }).eq('timezone', timezone).throwOnError();
    expect(await answeredByBoth()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('lets pages of other origins call it, with every answer', async () => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const headers = { origin: 'https://app.example.com', ...asked };
    const preflight = await fetch(runtimes.deno, { method: 'OPTIONS', headers });
    expect([preflight.status, await preflight.text()]).toEqual([204, '']);
    const refusal = await fetch(runtimes.deno, { method: 'POST', headers });
    expect(refusal.status).toBe(401);
    await refusal.arrayBuffer();
    for (const answer of [preflight, refusal]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/authorization.*apikey.*content-type/);
    }
  });

  // Starting another Deno takes seconds of CPU time.
  it.runIf(isFull)(
    'has its posts written, and their pictures made, by the models that its secrets choose',
    async () => {
      const models = await startModelServer();
      const choice = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'small-writer', AI_PICTURE_MODEL: 'small-image' };
      const secrets = { ...choice, AI_API_KEY: GOOD_KEY };
      const deno = await runtimes.startDeno({ ...secrets, AI_BASE_URL: models.baseUrl('openai-compatible') });
      try {
        await runtimes.addProject();
        const png = await readFile('tests/fixtures/pictures/small.png', 'base64');
        models.play('usual', 'usual', { say: png }, { say: png });
        const { events, posts } = await runtimes.generate(deno.url);
        expect(events.at(-1)).toMatchObject({ success: true, created: 2 });
        expect(posts.map(({ writer }) => writer)).toEqual(Array(2).fill('openai-compatible:small-writer'));
        const picture = { kind: 'image', width: 8, height: 10 };
        expect(posts.map(({ pictures }) => pictures)).toMatchObject([[picture], [picture]]);
        expect(models.requests[0]?.text).toContain('Home baking');
        models.play({ status: 401, message: 'Incorrect API key' });
        const refused = await runtimes.generate(deno.url);
        expect(refused).toMatchObject({ posts: [] });
        expect(refused.events.at(-1)).toMatchObject({ event: 'error', error: expect.stringMatching(/key/i) });
      } finally {
        await Promise.all([deno.stop(), models.close()]);
      }
    },
  );
});
