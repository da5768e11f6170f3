import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_SECONDS as REPLY_LEASE_SECONDS } from '../../../server/features/publishing/answers/replies.ts';
import { LEASE_SECONDS } from '../../../server/features/publishing/store.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import type { DeliveryState } from '../../../shared/workspace/database.ts';
import { openTestBackend } from '../../helpers/embedded.ts';
import { workspacePosts } from '../../helpers/publishing/workspace-posts.ts';
import { mp4Of, REEL } from '../../server/features/publishing/hostile-media.ts';
import type { AgentOrder } from '../agent.ts';
import { type Anchor, jumped, timeOf } from '../fast-time.ts';
import { forwardTo, type Hold, startHoldingProxy } from '../holding-proxy.ts';
import { startPlatform } from '../platforms.ts';
import { bundleAgent, ended, order } from '../processes.ts';
import { contentOf, type FileName, type KillCase } from './cases.ts';
import { replyDesk } from './reply-desk.ts';

/** How long one post may take to finish on a busy machine, in milliseconds. */
const LIMIT_MS = 90_000;
const LOOK_MS = 50;
/** Longer than the interval at which agents look for posts to hand over, in milliseconds. */
const EARLY_MS = 21_000;
const HOUR_MS = 3_600_000;
const ENDS_OF_REPLIES: { [state: string]: Outcome['state'] } = {
  sent: 'published',
  unsure: 'needs_review',
  failed: 'failed',
};
const ENDS: DeliveryState[] = ['published', 'failed', 'needs_review', 'cancelled', 'waiting'];
const PICTURE = new URL('../../fixtures/pictures/small.jpg', import.meta.url);
const SIZES: Partial<Record<FileName, number>> = { 'long.mp4': 9_000_000, 'longest.mp4': 20_500_000 };

/** A call at which the agent is killed: the publisher's to its platform, or the engine's to the workspace. */
export type KillAt = Hold & { at: 'platform' | 'workspace' };

/** The result of a post whose agent was killed. `standing` counts how often each of its texts is on the platform. */
export type Outcome = { state: DeliveryState | 'stuck'; words: string | null; standing: number[] };

/**
 * A workspace whose agents are killed while they publish, with one database for all cases. The clock only advances in
 * real time, and is set forward to when something is due, so that no lease expires by chance.
 */
export async function openKillBench() {
  let anchor: Anchor = { real: Date.now(), simulated: Date.now(), speed: 1 };
  const program = await bundleAgent();
  const backend = await openTestBackend();
  const { admin, publishableKey, inProcessUrl, fetch } = backend.connection;
  // A private field of supabase-js.
  const { supabaseKey: secretKey } = admin as unknown as { supabaseKey: string };
  const workspace = await startHoldingProxy(forwardTo(inProcessUrl, fetch));
  await admin.from('app_settings').insert({}).throwOnError();
  const accessToken = await backend.memberToken();
  const stored = new Set<FileName>();
  const agentId = randomUUID();
  let posts = 0;
  let agent = program.spawn();
  /** The next agent, which starts up while the current one works. */
  let next = program.spawn();

  const pass = (ms: number) => {
    anchor = jumped(anchor, ms);
    order(agent, anchor);
  };

  async function store(name: FileName): Promise<void> {
    if (stored.has(name)) return;
    stored.add(name);
    const isVideo = name.endsWith('.mp4');
    const body = isVideo ? mp4Of(REEL, 'first', SIZES[name]) : await readFile(PICTURE);
    const { error } = await admin.storage
      .from(MEDIA_BUCKET)
      .upload(name, body, { contentType: isVideo ? 'video/mp4' : 'image/jpeg' });
    if (error) throw error;
  }

  /** Waits until a post is finished; skips time while there is nothing to do but wait. Null if the agent is held. */
  async function untilOver(post: string, { isEarly }: KillCase, isHeld: () => boolean = () => false) {
    const deadline = Date.now() + LIMIT_MS;
    while (!isHeld()) {
      const [delivery] = await workspacePosts(admin).deliveries(post);
      // A post that was not handed over is sent when it is due.
      const isOver = delivery && ENDS.includes(delivery.state) && !(isEarly && delivery.state === 'cancelled');
      if (delivery && (isOver || Date.now() > deadline)) return delivery;
      if (!delivery && Date.now() > deadline) throw new Error('The post was never begun.');
      const pause = delivery?.retry_after ? Date.parse(delivery.retry_after) - timeOf(anchor) : 0;
      if (pause > 0 && delivery?.lease_owner === null) pass(pause + 1000);
      else if (isEarly && (!delivery || delivery.state === 'cancelled')) {
        pass(EARLY_MS);
        // Another jump would expire a lease that is claimed now.
        await delay(10 * LOOK_MS);
      } else await delay(LOOK_MS);
    }
    return null;
  }

  /** The platform and account of a case, and the agents that publish there. */
  async function begin(one: KillCase) {
    for (const name of one.files) await store(name);
    const proxies: Awaited<ReturnType<typeof startHoldingProxy>>[] = [];
    const via = async (origin: string) => {
      const proxy = await startHoldingProxy(forwardTo(origin));
      proxies.push(proxy);
      return proxy.url;
    };
    const { tiktokMode = 'PUBLIC_TO_EVERYONE', isLinkedInPage = false } = one;
    const surroundings = { via, tiktokMode, isLinkedInPage };
    const there = await startPlatform(one.platform, () => Math.round(timeOf(anchor)), surroundings);
    const [calls] = proxies;
    if (!calls) throw new Error(`${one.platform} was not started.`);
    const id = await workspacePosts(admin).account(one.platform, agentId, there.origin, there.defaults);
    if (one.isEarly) await admin.from('social_accounts').update({ hand_over_hours: 24 }).eq('id', id).throwOnError();
    const message = (): AgentOrder => ({
      url: workspace.url,
      key: publishableKey,
      ...(one.isReply && { secretKey }),
      accessToken,
      agentId,
      dataDir: join(backend.dataDir, 'agent'),
      secrets: [[id, { platform: one.platform, secret: there.connected.secret }]],
      apis: there.apis,
      publicMediaUrl: there.publicMediaUrl,
      anchor,
    });
    /** Kills the current agent and puts the next one in its place. */
    const replace = async () => {
      await ended(agent);
      agent = next;
      next = program.spawn();
      order(agent, message());
    };
    await replace();
    return {
      there,
      calls,
      id,
      replace,
      async close() {
        await ended(agent);
        await Promise.all([calls, there.server].map((server) => server.close()));
        await admin.from('social_accounts').delete().eq('id', id).throwOnError();
      },
    };
  }

  async function openCase(one: KillCase) {
    const { there, calls, id, replace, close } = await begin(one);
    let stories = 0;
    const add = () => {
      posts += 1;
      stories = there.stories();
      const time = new Date(timeOf(anchor) + (one.isEarly ? 12 * HOUR_MS : 0)).toISOString();
      return workspacePosts(admin).post([id], [one.platform], time, contentOf(one, posts));
    };
    const outcome = async (post: string): Promise<Outcome> => {
      const delivery = await untilOver(post, one);
      if (!delivery) throw new Error('Nobody is held.');
      const { state, error_text: words, outgoing } = delivery;
      const texts = there.texts();
      const isStory = one.options?.format === 'story';
      const standing = isStory
        ? [there.stories() - stories]
        : (outgoing?.parts ?? []).map((part) => texts.filter((text) => text === part).length);
      return { state: ENDS.includes(state) ? state : 'stuck', words, standing };
    };
    return {
      close,
      /** Publishes a post without interruption; returns the calls that it took, in order. */
      async calls(): Promise<{ outcome: Outcome; calls: string[] }> {
        calls.seen.length = 0;
        const result = await outcome(await add());
        return { outcome: result, calls: [...calls.seen] };
      },
      /** Publishes a post whose agent is killed at that call. Null if the call was never made. */
      async kill({ at, ...hold }: KillAt): Promise<Outcome | null> {
        let isHeld = false;
        void (at === 'platform' ? calls : workspace).hold(hold).then(() => {
          isHeld = true;
        });
        const post = await add();
        if (await untilOver(post, one, () => isHeld)) return null;
        await ended(agent);
        anchor = jumped(anchor, (LEASE_SECONDS + 1) * 1000);
        await replace();
        return await outcome(post);
      },
    };
  }

  /** Replies to a comment below a published post; nothing else runs at the same time. */
  async function openReplies(one: KillCase) {
    const { there, calls, id, replace, close } = await begin(one);
    const now = () => new Date(timeOf(anchor)).toISOString();
    const desk = replyDesk({ admin, there, account: id, now });
    await desk.open();
    const untilOver = async (reply: string, isHeld: () => boolean = () => false) => {
      const deadline = Date.now() + LIMIT_MS;
      while (!isHeld()) {
        const known = await desk.reply(reply);
        if (known.state !== 'sending' || Date.now() > deadline) return known;
        const pause = Date.parse(known.next_at ?? '') - timeOf(anchor);
        if (pause > 0 && known.lease_owner === null) pass(pause + 1000);
        else await delay(LOOK_MS);
      }
      return null;
    };
    const outcome = async (reply: string): Promise<Outcome> => {
      const known = await untilOver(reply);
      if (!known) throw new Error('Nobody is held.');
      return {
        state: ENDS_OF_REPLIES[known.state] ?? 'stuck',
        words: known.error_text,
        standing: desk.standing(known),
      };
    };
    return {
      close,
      async calls(): Promise<{ outcome: Outcome; calls: string[] }> {
        const comment = await desk.comment();
        calls.seen.length = 0;
        const result = await outcome(await desk.send(comment));
        return { outcome: result, calls: [...calls.seen] };
      },
      async kill({ at, ...hold }: KillAt): Promise<Outcome | null> {
        const comment = await desk.comment();
        let isHeld = false;
        void (at === 'platform' ? calls : workspace).hold(hold).then(() => {
          isHeld = true;
        });
        const reply = await desk.send(comment);
        if (await untilOver(reply, () => isHeld)) return null;
        await ended(agent);
        anchor = jumped(anchor, (REPLY_LEASE_SECONDS + 1) * 1000);
        await replace();
        return await outcome(reply);
      },
    };
  }

  return {
    openCase,
    openReplies,
    async close() {
      await Promise.all([agent, next].map(ended));
      await workspace.close();
      await backend.close();
      await program.remove();
    },
  };
}
