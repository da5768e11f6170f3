import { randomUUID } from 'node:crypto';
import { type Logger, pino } from 'pino';
import type { Temporal } from 'temporal-polyfill';
import { createReplies, type Replies } from '../../../server/features/publishing/answers/replies.ts';
import { createPublishingEngine, type PublishingEngine } from '../../../server/features/publishing/engine/engine.ts';
import { createLinkCards } from '../../../server/features/publishing/link-cards.ts';
import { openMediaWork } from '../../../server/features/publishing/media/media.ts';
import { openPost, outgoingOf } from '../../../server/features/publishing/outgoing.ts';
import type { PlatformCalls } from '../../../server/features/publishing/platform-calls.ts';
import { createBlueskyPublisher } from '../../../server/features/publishing/platforms/bluesky/publisher.ts';
import { mastodonPublisher } from '../../../server/features/publishing/platforms/mastodon/publisher.ts';
import { PublishError, type Publisher, type Session } from '../../../server/features/publishing/publisher.ts';
import { type DeliveryStore, deliveryStore } from '../../../server/features/publishing/store.ts';
import { openStored } from '../../../server/features/publishing/stored-media.ts';
import { type Uploads, uploadsIn } from '../../../server/features/publishing/uploads.ts';
import type { LinkReader } from '../../../server/generation/sources/read-link.ts';
import type { Client } from '../../../server/supabase/connection.ts';
import { databaseClock } from '../../../server/supabase/database-clock.ts';
import type { Notification } from '../../../shared/agent/notifications.ts';
import type { CardContent } from '../../../shared/posts/link-card.ts';
import { NO_WEB } from '../no-web.ts';

/** Log-ins by account, in place of an agent's vault. */
export type Secrets = Map<string, { platform: string; secret: unknown }>;

export type TestEngine = PublishingEngine & {
  store: DeliveryStore;
  notifications: Notification[];
  /** The engine's log lines. */
  logged: string[];
  agentId: string;
  /** Sends replies, with the same log-ins and the service's rights. */
  replies(service: Client): Replies;
};

export type TestEngineOptions = {
  client: Client;
  secrets: Secrets;
  agentId: string;
  /** The clock of the database, and of this machine unless `machine` is given. */
  now: () => Temporal.Instant;
  machine?: () => Temporal.Instant;
  fetch?: typeof globalThis.fetch;
  /** The address of Bluesky's video service. */
  videoService?: string;
  publicMediaUrl?: string | undefined;
  /** Reads the pages of links; without it, posts are published without cards. */
  links?: LinkReader;
  /** The upload notes, if another engine should have them too. */
  uploads?: Uploads;
  /** The publishers of platforms other than Bluesky and Mastodon. */
  publishers?: Record<string, Publisher>;
  /** Replaces a session, for states that last only a moment. */
  wrap?: (session: Session) => Session;
  /** Overrides functions of the engine's delivery store. */
  change?: (store: DeliveryStore) => Partial<DeliveryStore>;
};

/** Shared by all engines of a process, because a separate worker takes half a second to start. */
const MEDIA = openMediaWork(pino({ level: 'silent' }));

/** The product's engine, with the test's log-ins instead of the vault. */
export function openTestEngine(options: TestEngineOptions): TestEngine {
  const { client, secrets, agentId, now, fetch = globalThis.fetch, wrap = (session) => session } = options;
  const notifications: Notification[] = [];
  const logged: string[] = [];
  const { videoService } = options;
  const publishers: Record<string, Publisher> = {
    bluesky: createBlueskyPublisher({ appView: 'http://127.0.0.1:9', ...(videoService && { videoService }) }),
    mastodon: mastodonPublisher,
    ...options.publishers,
  };
  const { uploads = uploadsIn(vaultInMemory()) } = options;
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const real = deliveryStore({ client, owner: randomUUID(), agentId, now });
  const store = { ...real, ...options.change?.(real) };
  const closing = new AbortController().signal;
  const linkCards = createLinkCards({ reader: options.links ?? NO_WEB, media: MEDIA, log });
  const deps = {
    openFile: (path: string) => openStored(client, fetch, path, options.publicMediaUrl),
    media: MEDIA,
    openCard: (card: CardContent) => linkCards.open(card, closing),
  };
  const openSession = async (accountId: string, calls: PlatformCalls) => {
    const kept = secrets.get(accountId);
    const publisher = publishers[kept?.platform ?? ''];
    if (!kept || !publisher) throw new PublishError('auth', 'Not connected here.');
    const keep = async (secret: unknown) => void secrets.set(accountId, { ...kept, secret });
    return wrap(publisher.open(JSON.parse(JSON.stringify(kept.secret)), calls, keep));
  };
  const onReconnect = async (accountId: string, words: string) => {
    const refused = { state: 'reconnect' as const, problem: words };
    await client.from('channels').update(refused).eq('account_id', accountId).throwOnError();
  };
  const clock = databaseClock(store.time, options.machine ?? now);
  const engine = createPublishingEngine({
    store,
    uploads,
    openSession,
    async outgoingOf({ platform, account_id }, content, dueAt) {
      const account = client
        .from('social_accounts')
        .select('posting_defaults')
        .eq('id', account_id ?? '');
      const defaults = account_id ? (await account.maybeSingle()).data?.posting_defaults : null;
      const settings = { limits: {}, defaults: defaults ?? {} };
      const outgoing = outgoingOf({ platform, accountId: account_id }, content, dueAt, settings);
      return options.links ? linkCards.withCard(platform, outgoing, content.link_card, closing) : outgoing;
    },
    openPost: (delivery, outgoing) => openPost(delivery, outgoing, {}, deps),
    onReconnect,
    async notify(notification) {
      notifications.push(notification);
    },
    clock,
    log,
  });
  const replies = (service: Client) =>
    createReplies({ client: service, agentId, openSession, onReconnect, clock, log });
  return { ...engine, store, notifications, logged, agentId, replies };
}

/** Secrets that exist only for the test. */
function vaultInMemory(): Parameters<typeof uploadsIn>[0] {
  const kept = new Map<string, string>();
  return {
    read: async (id) => JSON.parse(kept.get(id) ?? 'null'),
    write: async (id, secret) => void kept.set(id, JSON.stringify(secret)),
    remove: async (id) => void kept.delete(id),
    ids: async () => [...kept.keys()],
  };
}
