import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_SECONDS } from '../../../server/features/publishing/store.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import type { DeliveryState } from '../../../shared/workspace/database.ts';
import { openTestBackend } from '../../helpers/embedded.ts';
import { workspacePosts } from '../../helpers/publishing/workspace-posts.ts';
import { mp4Of, REEL } from '../../server/features/publishing/hostile-media.ts';
import { type Anchor, jumped, timeOf } from '../fast-time.ts';
import { forwardTo, type Hold, startHoldingProxy } from '../holding-proxy.ts';
import { startPlatform } from '../platforms.ts';
import { bundleAgent, ended, order } from '../processes.ts';
import { contentOf, type FileName, type KillCase } from './cases.ts';

/** How long one post may take until it has come to its end, on a machine that is busy. */
const LIMIT_MS = 90_000;
const LOOK_MS = 50;
const ENDS: DeliveryState[] = ['published', 'failed', 'needs_review', 'cancelled', 'waiting'];
const PICTURE = new URL('../../fixtures/pictures/small.jpg', import.meta.url);
const SIZES: Partial<Record<FileName, number>> = { 'long.mp4': 9_000_000, 'longest.mp4': 20_500_000 };

/** A call at which the agent is killed: of the publisher to its platform, or of the engine to the workspace. */
export type KillAt = Hold & { at: 'platform' | 'workspace' };

/** What became of a post whose agent was killed. `standing` counts each of its texts on the platform. */
export type Outcome = { state: DeliveryState | 'stuck'; words: string | null; standing: number[] };

/**
 * A workspace whose agents are killed while they publish, with one database for all cases. The clock stands still but
 * for what passes really, and is set to where something is due: no lease ends by chance.
 */
export async function openKillBench() {
  let anchor: Anchor = { real: Date.now(), simulated: Date.now(), speed: 1 };
  const program = await bundleAgent();
  const backend = await openTestBackend();
  const { admin, publishableKey, inProcessUrl, fetch } = backend.connection;
  const workspace = await startHoldingProxy(forwardTo(inProcessUrl, fetch));
  await admin.from('app_settings').insert({}).throwOnError();
  const accessToken = await backend.memberToken();
  const stored = new Set<FileName>();
  const agentId = randomUUID();
  let posts = 0;
  let agent = program.spawn();
  /** The next agent, which starts while the one before is at work. */
  let next = program.spawn();

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

  /** Waits for the end of a post; time passes where nothing is done but to wait. Null where the agent is held. */
  async function untilOver(post: string, isHeld: () => boolean = () => false) {
    const deadline = Date.now() + LIMIT_MS;
    while (!isHeld()) {
      const [delivery] = await workspacePosts(admin).deliveries(post);
      if (delivery && (ENDS.includes(delivery.state) || Date.now() > deadline)) return delivery;
      if (!delivery && Date.now() > deadline) throw new Error('The post was never begun.');
      const pause = delivery?.retry_after ? Date.parse(delivery.retry_after) - timeOf(anchor) : 0;
      if (pause > 0 && delivery?.lease_owner === null) {
        anchor = jumped(anchor, pause + 1000);
        order(agent, anchor);
      } else await delay(LOOK_MS);
    }
    return null;
  }

  /** The platform of a case with its account, and the agents that work there. */
  async function openCase(one: KillCase) {
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
    /** Kills the agent that is at work and puts the next one in its place. */
    const replace = async () => {
      await ended(agent);
      agent = next;
      next = program.spawn();
      order(agent, {
        url: workspace.url,
        key: publishableKey,
        accessToken,
        agentId,
        dataDir: join(backend.dataDir, 'agent'),
        secrets: [[id, { platform: one.platform, secret: there.connected.secret }]],
        apis: there.apis,
        publicMediaUrl: there.publicMediaUrl,
        anchor,
      });
    };
    const add = () => {
      posts += 1;
      const time = new Date(timeOf(anchor)).toISOString();
      return workspacePosts(admin).post([id], [one.platform], time, contentOf(one, posts));
    };
    const outcome = async (post: string): Promise<Outcome> => {
      const delivery = await untilOver(post);
      if (!delivery) throw new Error('Nobody is held.');
      const { state, error_text: words, outgoing } = delivery;
      const texts = there.texts();
      const standing = (outgoing?.parts ?? []).map((part) => texts.filter((text) => text === part).length);
      return { state: ENDS.includes(state) ? state : 'stuck', words, standing };
    };
    await replace();
    return {
      /** Publishes a post undisturbed; the calls that it took, in order. */
      async calls(): Promise<{ outcome: Outcome; calls: string[] }> {
        calls.seen.length = 0;
        const result = await outcome(await add());
        return { outcome: result, calls: [...calls.seen] };
      },
      /** Publishes a post whose agent is killed at that call. Null where the call was never made. */
      async kill({ at, ...hold }: KillAt): Promise<Outcome | null> {
        let isHeld = false;
        void (at === 'platform' ? calls : workspace).hold(hold).then(() => {
          isHeld = true;
        });
        const post = await add();
        if (await untilOver(post, () => isHeld)) return null;
        await ended(agent);
        anchor = jumped(anchor, (LEASE_SECONDS + 1) * 1000);
        await replace();
        return await outcome(post);
      },
      async close() {
        await ended(agent);
        await Promise.all([calls, there.server].map((server) => server.close()));
        await admin.from('social_accounts').delete().eq('id', id).throwOnError();
      },
    };
  }

  return {
    openCase,
    async close() {
      await Promise.all([agent, next].map(ended));
      await workspace.close();
      await backend.close();
      await program.remove();
    },
  };
}
