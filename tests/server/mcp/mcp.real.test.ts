import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { NO_RESULT } from '../../../server/agent-client/messages.ts';
import { MCP_PATH } from '../../../server/mcp/routes.ts';
import { mediaUri, postUri } from '../../../server/mcp/uris.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { isFull } from '../../helpers/depth.ts';
import { startGatedSource } from '../../helpers/gated-source.ts';
import { type McpClient, mcpClient, type ToolAnswer } from '../../helpers/mcp-client.ts';
import { PNG } from '../../helpers/png.ts';
import { type PostingAgent, startPostingAgent } from '../../helpers/posting-agent.ts';
import { writeSession } from '../../helpers/saved-sessions.ts';
import { startSourceServer } from '../../helpers/source-server.ts';

/** Every tool over /mcp of one agent with a connected account. No response may contain a secret. */
let its: PostingAgent;
let mcp: McpClient;
let account: string;
const secrets = new Set<string>();

const AI_KEY = 'sk-planted-0123456789abcdefghij';
const COOKIE = 'planted-cookie-0123456789';
const LATER = '2030-03-01T09:00:00+01:00';
const EVEN_LATER = '2030-03-02T09:00:00+01:00';

beforeAll(async () => {
  // In `test:full`, a separate agent, because a test stops it.
  its = await startPostingAgent(isFull ? startFoundAgent : undefined);
  const { agent, pds } = its;
  const chosen = await agent.call('/api/ai', { body: { provider: 'openai', model: 'gpt-5-mini', apiKey: AI_KEY } });
  expect(await chosen.json()).toMatchObject({ hasKey: true });
  const { data } = await agent.admin.from('social_accounts').select('id').single().throwOnError();
  account = data.id;
  const cookie = { name: 'sessionid', value: COOKIE, domain: '127.0.0.1', path: '/', secure: false, httpOnly: true };
  await writeSession(agent.dataDir, account, [{ ...cookie, expires: Date.now() / 1000 + 86_400 }]);
  for (const one of [agent.agentToken, AI_KEY, COOKIE, pds.account.appPassword]) secrets.add(one);
  mcp = await mcpClient(transport());
});
afterAll(async () => {
  await mcp?.close();
  await its?.close();
});

function transport() {
  const requestInit = { headers: { authorization: `Bearer ${its.agent.agentToken}` } };
  return new StreamableHTTPClientTransport(new URL(MCP_PATH, its.agent.url), { requestInit });
}

async function call(...args: Parameters<McpClient['call']>): Promise<ToolAnswer> {
  const answer = await mcp.call(...args);
  const given = its.pds.requests.flatMap(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? []);
  expect([...secrets, ...given].filter((one) => answer.raw.includes(one))).toEqual([]);
  return answer;
}

/** The data of a successful call. */
async function dataOf(...args: Parameters<McpClient['call']>): Promise<Record<string, unknown>> {
  const { isError, says, data } = await call(...args);
  expect([isError, says]).toEqual([false, expect.any(String)]);
  return data as Record<string, unknown>;
}
const listOf = async (...args: Parameters<McpClient['call']>) =>
  (await dataOf(...args)) as unknown as Record<string, unknown>[];
const compose = async (input: object) =>
  String((await dataOf('compose_post', { platforms: ['bluesky'], ...input })).id);

const projectOf = (niche_name: string, source_url_1 = '', source_url_2 = source_url_1) => ({
  ...{ niche_name, source_url_1, source_url_2 },
  ...{ posts_per_day: 1, platforms: ['bluesky'] },
});

describe('projects and generation', () => {
  it('makes a project, refused with what is wrong, and changes it', async () => {
    const entry = projectOf('Bread', 'https://example.com/a');
    const wrong = await call('create_project', { ...entry, source_url_2: 'no address' });
    expect([wrong.isError, wrong.says]).toEqual([true, expect.stringContaining('source_url_2')]);
    const { id } = await dataOf('create_project', entry);
    expect(await dataOf('update_project', { id, is_paused: true })).toMatchObject({ is_paused: true });
    expect(await listOf('list_projects')).toMatchObject([{ id, niche_name: 'Bread', is_paused: true }]);
  });

  it.runIf(isFull)('generates with its progress, and previews the week', async () => {
    const source = await startSourceServer();
    const { agent } = its;
    onTestFinished(() => source.close());
    // The planted key belongs to no real model.
    await agent.call('/api/ai', { body: { provider: null } });
    const pages = ['sourdough', 'strength'].map((name) => `${source.origin}/${name}.html`);
    const { id } = await dataOf('create_project', projectOf('Sourdough', ...pages));
    const steps: string[] = [];
    const made = await call('generate_posts', { project: id, count: 1 }, ({ message = '' }) => steps.push(message));
    expect(made).toMatchObject({ isError: false, says: expect.stringContaining('Made and scheduled 1 post.') });
    expect(steps).toEqual(expect.arrayContaining([expect.stringMatching(/^Writing the posts/)]));

    const [post] = await listOf('list_posts', { status: 'scheduled' });
    const whole = await dataOf('show_post', { id: post?.id });
    expect(whole.why).toEqual(expect.arrayContaining([expect.stringMatching(/^Project: Sourdough/)]));
    expect(await dataOf('preview_week', { days: 2 })).toMatchObject({ days: [{}, { why: expect.anything() }] });
    await dataOf('delete_post', { id: post?.id });
  });
});

describe('a post of one’s own', () => {
  it('is a draft, then scheduled, moved, changed, cancelled and deleted', async () => {
    const id = await compose({ text: 'A loaf', hashtags: ['bread'] });
    expect(await listOf('list_posts', { status: 'draft' })).toMatchObject([{ id, caption: 'A loaf' }]);
    expect((await call('reschedule_post', { id, to: LATER })).says).toContain('Use schedule_post');

    const { says, data } = await call('schedule_post', { id, at: LATER });
    expect(says).toMatch(/^Scheduled: it goes out by itself at 2030-03-01T08:00:00/);
    const place = String((data as { id: string }).id);
    expect((await call('reschedule_post', { id: place, to: EVEN_LATER })).says).toContain('2030-03-02T08:00:00');
    await dataOf('edit_post', { id: place.slice(0, 8), text: 'Two loaves', thread: ['Still warm'] });
    expect(await dataOf('show_post', { id: place })).toMatchObject({
      caption: 'Two loaves\n\f\nStill warm',
      hashtags: ['#bread'],
      status: 'scheduled',
      destinations: [{ platform: 'bluesky', account: 'Sky', isDirect: true }],
      problems: ['Note: Bluesky: It will be published as a thread of 2 posts.'],
    });

    expect((await call('cancel_post', { id: place })).says).toContain('will not go out');
    expect((await call('delete_post', { id: place })).says).toContain('restored for 24 hours');
    expect((await call('show_post', { id: place })).says).toContain(`There is no post ${place}`);
  });

  it('takes accounts by their ids, and refuses what is not there or misspelled', async () => {
    const id = await compose({ text: 'For Sky', platforms: undefined, account_ids: [account] });
    expect(await dataOf('show_post', { id })).toMatchObject({ platforms: ['bluesky'], account_ids: [account] });
    const nobody = await call('compose_post', { text: 'x', account_ids: ['00000000-0000-4000-8000-000000000000'] });
    expect(nobody.says).toContain('list_accounts shows the accounts');
    expect((await call('compose_post', { platforms: ['bluesky'] })).says).toBe('Give a text or media.');
    await dataOf('delete_post', { id });
  });
});

describe('what is planned', () => {
  const NO_SUCH = '00000000-0000-4000-8000-000000000000';

  it('repeats by a rule that can be listed, changed and stopped', async () => {
    const post = await compose({ text: 'Bread of the week' });
    const contentId = String((await dataOf('show_post', { id: post })).id);
    const rule = { every: { unit: 'week', weekdays: [1] }, time: '09:00', from: '2030-01-01', end: { kind: 'never' } };
    const id = crypto.randomUUID();
    await its.agent.call('/api/posts/series', { body: { id, contentId, texts: ['Bread of the week'], rule } });
    expect(await listOf('list_series')).toMatchObject([{ id, rule, isStopped: false }]);

    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const daily = { ...rule, from, every: { unit: 'week', weekdays: [0, 1, 2, 3, 4, 5, 6] } };
    const change = { id, texts: ['Rye', 'Wheat'], rule: daily, scheduled: 'replace' };
    const { made } = await dataOf('change_series', change);
    expect(made).toBeGreaterThan(30);
    expect(await dataOf('show_series', { id })).toMatchObject({ texts: ['Rye', 'Wheat'], rule: daily });
    expect(await dataOf('stop_series', { id })).toEqual({ deleted: made });
    expect(await listOf('list_series')).toEqual([]);
    expect((await call('change_series', change)).says).toContain('no longer repeats');
    await dataOf('delete_post', { id: post });
  });

  it('has posting times of the workspace, and of accounts that have their own', async () => {
    const days = (...times: string[]) => [{ day: 1, times }];
    await its.agent.admin.from('app_settings').upsert({ timezone: 'Europe/Paris' }).throwOnError();
    await dataOf('set_posting_times', { days: days('09:00') });
    await dataOf('set_posting_times', { account_id: account, days: days('18:00', '07:00') });
    const own = days('07:00', '18:00');
    expect(await dataOf('list_posting_times')).toEqual({
      timezone: 'Europe/Paris',
      days: days('09:00'),
      accounts: [{ id: account, platform: 'bluesky', label: 'Sky', days: own }],
    });
    expect((await call('list_posting_times', { account_id: NO_SUCH })).says).toContain('no such account');
    await dataOf('set_posting_times', { days: days() });
    await dataOf('set_posting_times', { account_id: account, days: days() });
  });

  it('has defaults of an account, UTM parameters and hashtag groups', async () => {
    const sky = { account_id: account };
    expect((await dataOf('show_posting_defaults', sky)).choosable).toContainEqual(
      expect.objectContaining({ name: 'replies', kind: 'choice', choices: expect.any(Array) }),
    );
    const chosen = await call('set_posting_defaults', { ...sky, defaults: { replies: 'nobody' } });
    expect(chosen).toMatchObject({ isError: false, data: { defaults: { replies: 'nobody' } } });
    const refused = await call('set_posting_defaults', { ...sky, defaults: { replies: 'bots' } });
    expect([refused.isError, refused.says]).toEqual([true, expect.stringContaining('not "bots"')]);
    await dataOf('set_posting_defaults', { ...sky, defaults: {} });

    await dataOf('set_link_tags', { isOn: true, domains: ['shop.example'] });
    const on = await call('show_link_tags');
    expect([on.says, on.data]).toEqual([
      'Links to shop.example get UTM parameters when a post is sent.',
      expect.objectContaining({ isOn: true, medium: 'social', domains: ['shop.example'] }),
    ]);
    expect((await call('set_link_tags', { domains: ['no site'] })).says).toContain('example.com');
    await dataOf('set_link_tags', { isOn: false, domains: [] });

    const { id } = await dataOf('save_hashtag_group', { name: 'Bread', hashtags: ['rye'] });
    expect(await listOf('list_hashtag_groups')).toMatchObject([{ id, hashtags: ['#rye'] }]);
    await dataOf('remove_hashtag_group', { id });
    expect((await call('remove_hashtag_group', { id })).isError).toBe(true);
  });

  it('shows what a template makes of a project', async () => {
    const tips = { name: 'Tips', prompt: 'Five tips about {niche}' };
    const { says, data } = await call('sample_template', tips);
    expect(says).toMatch(/^A sample from .*Nothing was stored\.$/);
    expect(data).toMatchObject({ caption: expect.any(String), writer: 'built-in' });
    expect((await call('sample_template', { ...tips, project: NO_SUCH })).says).toContain('no such project');
  });
});

describe('publishing', () => {
  const TOO_LONG = 'x'.repeat(301);

  it('obeys the preflight: what would be refused is neither scheduled nor published', async () => {
    const late = { text: 'A loaf', first_comment: TOO_LONG, platforms: ['bluesky'], at: LATER };
    const words = 'It cannot be published like this. The first comment has 301 characters; the limit is 300.';
    expect(await call('compose_post', late)).toMatchObject({ isError: true, says: words });
    const id = await compose({ text: 'A loaf', at: LATER });
    await dataOf('edit_post', { id, first_comment: TOO_LONG });
    expect((await call('publish_post', { id })).says).toMatch(/^Nothing was published: .*301 characters/);
    expect(its.pds.posts.size).toBe(0);
    await dataOf('delete_post', { id });
  });

  it('goes out once, and says where; figures follow', async () => {
    const id = await compose({ text: 'Bread of the day', platforms: ['bluesky', 'linkedin'], at: LATER });
    const steps: string[] = [];
    const { isError, says } = await call('publish_post', { id }, ({ message = '' }) => steps.push(message));
    expect([isError, steps[0]]).toEqual([false, 'Sending the post…']);
    expect(says).toMatch(/Bluesky \(Sky\): published, https:\/\/bsky\.app\/profile\/.*LinkedIn: waits for the person/);
    expect(its.pds.posts.size).toBe(1);

    const { deliveries } = await dataOf('show_post', { id });
    const delivery_id = (deliveries as { id: string }[])[1]?.id;
    expect((await call('prepare_post', { delivery_id })).says).toContain(
      'https://www.linkedin.com/feed/?shareActive=true',
    );
    expect(await dataOf('prepare_post', {})).toMatchObject({ delivery_id, state: 'address', next: null });
    expect(await dataOf('mark_delivery', { delivery_id })).toMatchObject({ state: 'published', byHand: true });
    expect(await dataOf('unmark_delivery', { delivery_id })).toMatchObject({ state: 'waiting', waitsFor: 'by_hand' });

    const again = await call('publish_post', { id });
    expect([again.isError, again.says]).toEqual([true, expect.stringContaining('That cannot be done now.')]);
    expect(its.pds.posts.size).toBe(1);
    expect(JSON.stringify(await dataOf('show_post', { id }))).not.toContain('exchanges');
    await dataOf('cancel_post', { id });
    expect(await listOf('post_figures')).toMatchObject([{ platform: 'bluesky', account: 'Sky', figures: null }]);
  });

  it('says in the platform’s own words what failed', async () => {
    const id = await compose({ text: 'Refused at first' });
    its.pds.fault('com.atproto.repo.putRecord', (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'InvalidRequest', message: 'Not today' }));
    });
    expect(await call('publish_post', { id })).toMatchObject({
      isError: true,
      says: expect.stringMatching(/^Bluesky \(Sky\): failed, .*Not today/),
    });
  });
});

describe('the library', () => {
  it('takes pictures from a message and from this machine, and nothing else', async () => {
    const inline = await dataOf('add_media', { base64: PNG.toString('base64'), name: 'beach.png', alt: 'A beach' });
    const path = join(its.agent.dataDir, '..', 'hill.png');
    await writeFile(path, PNG);
    const local = await dataOf('add_media', { path, tags: ['hills'] });
    expect(await listOf('list_media', { tag: 'hills' })).toMatchObject([{ path: local.path, name: 'hill.png' }]);

    const refusals: [object, RegExp][] = [
      [{ path: 'hill.png' }, /must be absolute/],
      [{ path: join(its.agent.dataDir, 'agent-token') }, /Not a picture or video/],
      [{ path, base64: 'AAAA' }, /Give either/],
      [{ base64: 'not base64!', name: 'x.png' }, /not base64/],
    ];
    for (const [input, words] of refusals) {
      const { isError, says } = await call('add_media', { ...input });
      expect([isError, says]).toEqual([true, expect.stringMatching(words)]);
    }

    const post = await compose({ text: 'By the sea', media: [inline.path] });
    expect(await dataOf('show_post', { id: post })).toMatchObject({
      media: [{ path: inline.path, alt: 'A beach', resource: mediaUri(String(inline.path)) }],
    });
    await dataOf('edit_post', { id: post, fit: 'pad' });
    expect(await dataOf('show_post', { id: post })).toMatchObject({ media: [{ path: inline.path, fit: 'pad' }] });
    const { contents } = await mcp.client.readResource({ uri: mediaUri(String(inline.path)) });
    expect(contents).toMatchObject([{ mimeType: 'image/png', blob: PNG.toString('base64') }]);
  });

  it('lists accounts with their channels, and templates', async () => {
    expect(await listOf('list_accounts')).toMatchObject([
      { id: account, label: 'Sky', posting: 'ready', channel: { handle: 'ada.test', room: [] } },
    ]);
    expect((await listOf('find_people', { account_id: account, query: 'grac' }))[0]).toEqual({
      mention: '@grace.test',
      name: 'Grace Hopper',
    });
    expect((await listOf('list_templates'))[0]).toMatchObject({ prompt_template: expect.any(String) });
  });
});

const save = async (name: string, code: string) =>
  (await (await its.agent.call('/api/scripts', { body: { name, code } })).json()).id;

it('runs a saved script, with its lines as progress and without secrets in its log', async () => {
  const good = await save('Counts', 'log("one"); log("token la_" + "x".repeat(30))');
  expect(await listOf('list_scripts')).toMatchObject([{ id: good, name: 'Counts' }]);

  const lines: string[] = [];
  expect(await call('run_script', { script_id: good }, ({ message = '' }) => lines.push(message))).toMatchObject({
    isError: false,
    says: 'Counts ran to its end.',
    data: { log: ['one', 'token [hidden]'] },
  });
  expect(lines).toEqual(['one', 'token [hidden]']);
});

it('gives posts as resources, says what is not there, and has prompts for the usual jobs', async () => {
  const id = await compose({ text: 'To be read', at: LATER });
  const { resources } = await mcp.client.listResources();
  expect(resources).toContainEqual(expect.objectContaining({ uri: postUri(id), title: 'To be read' }));
  const { contents } = await mcp.client.readResource({ uri: postUri(id) });
  expect(contents).toMatchObject([{ mimeType: 'application/json', text: expect.stringContaining('To be read') }]);
  await expect(mcp.client.readResource({ uri: postUri('ffffffff') })).rejects.toMatchObject({
    code: -32002,
    message: expect.stringContaining('There is no post ffffffff'),
  });

  const { prompts } = await mcp.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['plan_my_week', 'write_a_post', 'what_needs_me', 'how_did_it_go']);
  const plan = await mcp.client.getPrompt({ name: 'plan_my_week', arguments: { focus: 'rye "bread"' } });
  expect(JSON.stringify(plan.messages)).toContain('rye');
});

describe('/mcp', () => {
  it('takes POST alone, and says so', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await its.agent.call(MCP_PATH, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed', error: expect.any(String) });
    }
  });

  it.runIf(isFull)('ends a call that is under way when the agent stops', async () => {
    const gate = await startGatedSource();
    onTestFinished(() => gate.close());
    const { id } = await dataOf('create_project', projectOf('Gated', gate.url));
    const generating = call('generate_posts', { project: id }).then(
      ({ isError, says }) => [isError, says],
      (error: unknown) => error,
    );
    await gate.whenAsked();
    await its.agent.close();
    expect(await generating).toEqual([true, NO_RESULT]);
  });
});
