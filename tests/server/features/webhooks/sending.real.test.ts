import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookEngine } from '../../../../server/features/webhooks/engine.ts';
import { noAnswerIn, REDIRECTS } from '../../../../server/features/webhooks/messages.ts';
import { newSecret } from '../../../../server/features/webhooks/signature.ts';
import { webhookStore } from '../../../../server/features/webhooks/store.ts';
import type { Notification } from '../../../../shared/agent/notifications.ts';
import { EVENT_TYPES, type EventType, eventBodySchema } from '../../../../shared/webhooks/events.ts';
import { claimsBackend } from '../../../helpers/claims.ts';
import { addProject } from '../../../helpers/history.ts';
import { serve } from '../../../helpers/loopback.ts';
import { publishingRows } from '../../../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const AGENT = randomUUID();
const SECRET = newSecret();
const START = Temporal.Now.instant();

let now = START;
let notifications: Notification[] = [];
beforeEach(() => {
  now = Temporal.Now.instant().add({ seconds: 5 });
  notifications = [];
});
afterEach(async () => {
  await claims.backend.connection.admin.from('webhooks').delete().not('id', 'is', null).throwOnError();
  await rows.clear();
});

const admin = () => claims.backend.connection.admin;
const store = () => webhookStore(admin());
const pass = (duration: Temporal.DurationLike) => {
  now = now.add(duration);
};
const logOf = async (id: string) => (await store().log(id)).reverse();

function openEngine(more: Partial<Parameters<typeof createWebhookEngine>[0]> = {}) {
  const engine = createWebhookEngine({
    client: admin(),
    owner: randomUUID(),
    agentId: AGENT,
    secretOf: async () => SECRET,
    notify: async (notification) => void notifications.push(notification),
    log: pino({ level: 'silent' }),
    clock: { now: Temporal.Now.instant },
    now: () => now,
    random: () => 0,
    ...more,
  });
  onTestFinished(engine.close);
  return engine;
}

type Got = { id: string; type: string; body: string; message: string };

/** A receiver that verifies every request with the Standard Webhooks library. */
async function receive(answer: (response: ServerResponse, got: Got) => void = (response) => response.end('ok')) {
  const got: Got[] = [];
  const { origin, close } = await serve(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const headers = request.headers as Record<string, string>;
    new Webhook(SECRET).verify(body, headers);
    const { type, data } = eventBodySchema.parse(JSON.parse(body));
    const one = { id: headers['webhook-id'] ?? '', type, body, message: 'message' in data ? String(data.message) : '' };
    got.push(one);
    answer(response, one);
  });
  onTestFinished(close);
  return { got, url: `${origin}/hook` };
}

async function addWebhook(url: string, events: EventType[] = EVENT_TYPES, agent = AGENT) {
  const added = await store().add({ id: randomUUID(), name: 'Node-RED', url, events, agent_id: agent });
  return added.id;
}

/** Emits an event with `message`. */
const emit = (webhook: string, message: string, type = 'post.failed') =>
  store().emit(webhook, { type, timestamp: now.toString(), data: { ...POST, reason: null, message } });

const POST = {
  postId: randomUUID(),
  deliveryId: randomUUID(),
  platform: 'bluesky',
  account: null,
  caption: 'A loaf',
  hashtags: [],
  scheduledFor: START.toString(),
};

const status =
  (code: number, text = '') =>
  (response: ServerResponse) =>
    response.writeHead(code).end(text);

describe('an event', () => {
  async function sentPost(state: 'published' | 'failed' | 'needs_review', more: object = {}) {
    const owner = randomUUID();
    await rows.addAccount(AGENT);
    await rows.addPost(['twitter']);
    await rows.open();
    const [delivery] = await rows.claim(AGENT, owner);
    await rows.finish(delivery?.id, owner, state, more);
    return delivery;
  }

  it('is written with each outcome that its webhooks ask for, and survives an agent that is killed before it sends it', async () => {
    const { got, url } = await receive();
    const all = await addWebhook(url);
    await addWebhook(url, ['post.failed']);
    const sent = await sentPost('published', { parts: [{ remoteId: '1', url: 'https://x.com/1' }] });
    await sentPost('failed', { error_class: 'rejected', error_text: 'Too long' });
    await sentPost('needs_review', { error_class: 'unknown', error_text: 'No answer' });
    await rows.addAccount(null);
    const post = await rows.addPost(['linkedin']);
    await rows.open();
    const [waiting] = await rows.deliveries(post);
    await rows.mark(waiting?.id, { url: 'https://linkedin.com/1' });
    // Nothing has been sent yet, because the agent that recorded the outcomes is gone.
    const engine = openEngine();
    while ((await engine.look()) > 0);
    const bodies = got.map(({ body }) => JSON.parse(body));
    expect(got.map(({ type, message }) => [type, message]).toSorted()).toEqual([
      ['post.failed', 'Too long'],
      ['post.failed', 'Too long'],
      ['post.published', ''],
      ['post.published', ''],
      ['post.your_turn', 'No answer'],
      ['post.your_turn', 'null'],
    ]);
    expect(bodies.find(({ data }) => data.deliveryId === sent?.id)).toMatchObject({
      type: 'post.published',
      data: {
        postId: sent?.scheduled_post_id,
        platform: 'twitter',
        account: { id: expect.any(String) },
        caption: 'A loaf',
        url: 'https://x.com/1',
        byHand: false,
      },
    });
    // An event has the same id for all webhooks.
    expect(new Set(got.map(({ id }) => id)).size).toBe(5);
    expect(bodies.map(({ data }) => data.waitsFor).filter(Boolean)).toEqual(['review', 'by_hand']);
    expect((await logOf(all))[0]).toMatchObject({ state: 'delivered', status: 200, answer: 'ok', attempts: 1 });
    expect(await openEngine().look()).toBe(0);
  });

  it('tells of a run that made posts, not of one that made none', async () => {
    const { got, url } = await receive();
    await addWebhook(url);
    const project = await addProject(admin());
    const lease = {
      project_id: project.id,
      local_day: '2026-11-26',
      lease_until: now.add({ minutes: 5 }).toString(),
    };
    const runs = [{ ...lease }, { ...lease, local_day: '2026-11-27' }];
    const [run, failed] = (await admin().from('generation_runs').insert(runs).select('id').throwOnError()).data;
    const content = {
      content_type: 'text' as const,
      caption: 'Rye',
      platforms: ['bluesky' as const],
      run_id: run?.id ?? '',
    };
    const post = (await admin().from('generated_content').insert(content).select('id').single().throwOnError()).data;
    const end = (id: string | undefined, status: 'done' | 'failed') =>
      admin().from('generation_runs').update({ status }).eq('id', String(id)).throwOnError();
    await end(run?.id, 'done');
    await end(failed?.id, 'failed');
    const engine = openEngine();
    while ((await engine.look()) > 0);
    expect(got.map(({ body }) => JSON.parse(body).data)).toEqual([
      {
        runId: run?.id,
        project: { id: project.id, name: 'Bread' },
        day: '2026-11-26',
        posts: [{ postId: post.id, platforms: ['bluesky'], caption: 'Rye', scheduledFor: null }],
      },
    ]);
  });

  it('is not written for a webhook that is off, nor for a post that comes back from the bin', async () => {
    const { got, url } = await receive();
    const off = await addWebhook(url);
    await store().change(off, { is_on: false });
    const delivery = await sentPost('failed');
    await store().change(off, { is_on: true });
    const { content_id } = await rows.post(delivery?.scheduled_post_id ?? '');
    await claims.call('delete_content', { content: content_id });
    await claims.call('restore_content', { content: content_id });
    expect(await openEngine().look()).toBe(0);
    expect(got).toEqual([]);
  });
});

describe('sending', () => {
  it('keeps the order of each receiver, and one that is slow or dead holds up no other', async () => {
    const slow = await receive((response, { message }) => {
      if (message !== 'one') response.end();
    });
    const dead = await addWebhook('http://127.0.0.1:9/hook');
    const alive = await receive();
    const [stuck, well] = [await addWebhook(slow.url), await addWebhook(alive.url)];
    for (const message of ['one', 'two', 'three']) for (const id of [dead, stuck, well]) await emit(id, message);
    const engine = openEngine({ limitMs: 300 });
    for (let looks = 0; looks < 3; looks++) await engine.look();
    expect(alive.got.map(({ message }) => message)).toEqual(['one', 'two', 'three']);
    expect(slow.got.map(({ message }) => message)).toEqual(['one']);
    expect((await logOf(stuck))[0]).toMatchObject({ state: 'pending', status: null, answer: noAnswerIn(0.3) });
    expect((await logOf(dead)).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
    expect((await logOf(dead))[0]?.answer).toContain('refuses connections');
  });

  it('sends what waited in its order once the receiver answers again', async () => {
    let isUp = false;
    const { got, url } = await receive((response) => response.writeHead(isUp ? 204 : 503).end());
    const id = await addWebhook(url);
    for (const message of ['one', 'two', 'three']) await emit(id, message);
    const engine = openEngine();
    await engine.look();
    pass({ seconds: 5 });
    isUp = true;
    while ((await engine.look()) > 0);
    expect(got.map(({ message }) => message)).toEqual(['one', 'one', 'two', 'three']);
    expect((await store().read(id)).failing_since).toBeNull();
  });

  it('steps over an event that a living receiver refuses, and tries it again later with the same id', async () => {
    const { got, url } = await receive((response, { message }) =>
      response.writeHead(message === 'odd' ? 400 : 200).end(),
    );
    const id = await addWebhook(url);
    await emit(id, 'odd');
    await emit(id, 'even');
    const engine = openEngine();
    while ((await engine.look()) > 0);
    pass({ seconds: 5 });
    await engine.look();
    expect(got.map(({ message }) => message)).toEqual(['odd', 'even', 'odd']);
    expect(got[0]?.id).toBe(got[2]?.id);
    expect(got[0]?.body).toBe(got[2]?.body);
  });

  it('tries again at growing distances, then gives up, switches the webhook off and says so once', async () => {
    const { got, url } = await receive(status(500, 'broken'));
    const id = await addWebhook(url);
    await emit(id, 'one');
    await emit(id, 'two');
    const engine = openEngine();
    // The lengths of the retry delays are tested in rules.test.ts.
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect([await engine.look(), await engine.look()]).toEqual([1, 0]);
      pass({ hours: 24 });
    }
    expect(got.map(({ message }) => message)).toEqual(Array.from({ length: 10 }, () => 'one'));
    expect((await logOf(id)).map(({ state }) => state)).toEqual(['failed', 'pending']);
    expect(await store().read(id)).toMatchObject({ is_on: false, off_reason: 'failing' });
    expect(notifications).toMatchObject([{ title: 'The webhook “Node-RED” was switched off' }]);
    pass({ hours: 48 });
    expect(await engine.look()).toBe(0);
  });

  it('switches off at 410, and keeps what waits for when it is switched on again', async () => {
    const { url } = await receive(status(410));
    const id = await addWebhook(url);
    await emit(id, 'one');
    await emit(id, 'two');
    const engine = openEngine();
    await engine.look();
    expect(await engine.look()).toBe(0);
    expect(await store().read(id)).toMatchObject({ is_on: false, off_reason: 'gone' });
    expect((await logOf(id)).map(({ state }) => state)).toEqual(['failed', 'pending']);
    expect(notifications.length).toBe(1);
    const { got, url: moved } = await receive();
    await store().change(id, { url: moved, is_on: true });
    await engine.look();
    expect(got.map(({ message }) => message)).toEqual(['two']);
  });

  it('follows no redirect, and reads only the beginning of an answer', async () => {
    const other = await receive();
    const redirecting = await receive((response) => response.writeHead(302, { location: other.url }).end());
    const long = await receive((response) => {
      const write = () => {
        while (response.write('x'.repeat(64 * 1024)));
        response.once('drain', write);
      };
      write();
    });
    const [id, longId] = [await addWebhook(redirecting.url), await addWebhook(long.url)];
    await emit(id, 'one');
    await emit(longId, 'one');
    await openEngine().look();
    expect(other.got).toEqual([]);
    expect(await logOf(id)).toMatchObject([{ state: 'pending', status: 302, answer: REDIRECTS }]);
    const [entry] = await logOf(longId);
    expect([entry?.state, entry?.answer?.length]).toEqual(['delivered', 4000]);
  });

  it('sends each event once, however many look, and only from the machine with the secret', async () => {
    const { got, url } = await receive();
    const id = await addWebhook(url);
    await addWebhook(url, EVENT_TYPES, randomUUID());
    for (let n = 0; n < 5; n++) await emit(id, String(n));
    const engines = Array.from({ length: 4 }, () => openEngine());
    for (let rounds = 0; rounds < 5; rounds++) await Promise.all(engines.map((engine) => engine.look()));
    while ((await engines[0]?.look()) !== 0);
    expect(got.map(({ message }) => message)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('makes an attempt again, with the same id, where the agent was killed while it was sending', async () => {
    let isKilled = true;
    const { got, url } = await receive((response) => {
      if (!isKilled) response.end();
    });
    const id = await addWebhook(url);
    await emit(id, 'one');
    const killed = openEngine();
    const looking = killed.look().catch(() => undefined);
    await expect.poll(() => got.length).toBe(1);
    await killed.close();
    await looking;
    isKilled = false;
    const next = openEngine();
    expect(await next.look()).toBe(0);
    pass({ seconds: 61 });
    expect(await next.look()).toBe(1);
    expect(got.map((one) => one.id)).toEqual([got[0]?.id, got[0]?.id]);
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('switches a webhook off whose secret is not here', async () => {
    const { got, url } = await receive();
    const id = await addWebhook(url);
    await emit(id, 'one');
    await openEngine({ secretOf: async () => null }).look();
    expect(got).toEqual([]);
    expect(await store().read(id)).toMatchObject({ is_on: false, off_reason: 'no_secret' });
    expect((await logOf(id)).map(({ state }) => state)).toEqual(['pending']);
  });
});

it('the log keeps a month, and what could not be sent for two', async () => {
  const id = await addWebhook('http://127.0.0.1:9/hook');
  const entry = { webhook_id: id, event_id: randomUUID(), type: 'test', body: {} };
  const ago = (days: number) => START.subtract({ hours: 24 * days }).toString();
  const kept = [
    { ...entry, state: 'delivered' as const, created_at: ago(29) },
    { ...entry, state: 'pending' as const, created_at: ago(59) },
  ];
  const gone = [
    { ...entry, state: 'failed' as const, created_at: ago(31) },
    { ...entry, state: 'pending' as const, created_at: ago(61) },
  ];
  await admin()
    .from('webhook_deliveries')
    .insert([...kept, ...gone])
    .throwOnError();
  const { data } = await admin().rpc('thin_webhook_log', { most: 100 });
  expect(data).toBe(2);
  expect((await logOf(id)).length).toBe(2);
});
