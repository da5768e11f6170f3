import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Client } from '../../../server/supabase/connection.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';
import type { TestBackend } from '../embedded.ts';
import { type MastodonServer, startMastodonServer } from '../mastodon/imitation.ts';
import { type PdsImitation, startPds } from '../pds.ts';
import { workerBackend } from '../worker-agent.ts';
import { openTestEngine, type Secrets, type TestEngine, type TestEngineOptions } from './engine-setting.ts';
import { blueskySecret, mastodonSecret, workspacePosts } from './workspace-posts.ts';

/**
 * A database shared by the file's tests, and for each test an account on Bluesky and one on Mastodon, a stopped clock,
 * and engines. Called once at the top of a file; without accounts if its tests have their own platforms.
 */
export function publishingStage({ hasAccounts = true } = {}) {
  let backend: TestBackend;
  let pds: PdsImitation;
  let mastodon: MastodonServer;
  let time = Temporal.Now.instant();
  let accounts = { bluesky: '', mastodon: '' };
  let agentId = '';
  const secrets: Secrets = new Map();
  const engines: TestEngine[] = [];
  const admin = (): Client => {
    if (!backend.connection.admin) throw new Error('The embedded backend has a service key.');
    return backend.connection.admin;
  };
  const now = () => time;
  const posts = () => workspacePosts(admin());

  beforeAll(async () => {
    backend = await workerBackend();
    await admin().from('app_settings').insert({}).throwOnError();
  });
  afterAll(() => backend?.close());
  beforeEach(async () => {
    time = Temporal.Now.instant().round('second');
    agentId = randomUUID();
    if (!hasAccounts) return;
    [pds, mastodon] = await Promise.all([startPds(), startMastodonServer({ now: () => time.epochMilliseconds })]);
    accounts = {
      bluesky: await posts().account('bluesky', agentId, pds.origin),
      mastodon: await posts().account('mastodon', agentId, mastodon.origin),
    };
    secrets.set(accounts.bluesky, { platform: 'bluesky', secret: await blueskySecret(pds) });
    secrets.set(accounts.mastodon, { platform: 'mastodon', secret: await mastodonSecret(mastodon) });
  });
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.close()));
    if (hasAccounts) await Promise.all([pds.close(), mastodon.close()]);
    for (const table of ['generated_content', 'social_accounts'] as const)
      await admin().from(table).delete().not('id', 'is', null).throwOnError();
    await settings({
      publishing_paused: false,
      automation_paused: false,
      late_posts: 'publish',
      late_grace_minutes: 120,
    });
  });

  async function settings(change: Partial<AppSettingsRow>) {
    await admin().from('app_settings').update(change).not('id', 'is', null).throwOnError();
  }

  return {
    get pds() {
      return pds;
    },
    get mastodon() {
      return mastodon;
    },
    get accounts() {
      return accounts;
    },
    get admin() {
      return admin();
    },
    get dataDir() {
      return backend.dataDir;
    },
    secrets,
    settings,
    engine(options: Partial<TestEngineOptions> = {}): TestEngine {
      const engine = openTestEngine({
        client: admin(),
        secrets,
        agentId,
        now,
        fetch: backend.connection.fetch,
        ...options,
      });
      engines.push(engine);
      return engine;
    },
    pass: (duration: Temporal.DurationLike) => {
      time = time.add(duration);
    },
    /** Adds an account of another platform, with its log-in; returns its id. */
    async addAccount(platform: Platform, secret: unknown): Promise<string> {
      const id = await posts().account(platform, agentId);
      secrets.set(id, { platform, secret });
      return id;
    },
    /** Adds a post that is due for such an account; returns its id. */
    addPostFor: (account: string, platform: Platform, content: object) =>
      posts().post([account], [platform], time.toString(), content),
    setClock: (to: Temporal.Instant) => {
      time = to;
    },
    now,
    /** The current time plus a duration. */
    at: (duration: Temporal.DurationLike = { seconds: 0 }) => time.add(duration).toString(),
    addPost: (platform: 'bluesky' | 'mastodon', content: object = {}, scheduled = time.toString()) =>
      posts().post([accounts[platform]], [platform], scheduled, content),
    deliveries: (post: string) => posts().deliveries(post),
    delivery: (post: string) => posts().delivery(post),
    async rpc(name: 'retry_delivery' | 'cancel_delivery' | 'mark_delivery', delivery: string) {
      const at = name === 'cancel_delivery' ? {} : { at: time.toString() };
      return (
        await admin()
          .rpc(name, { delivery, ...at })
          .throwOnError()
      ).data;
    },
  };
}
