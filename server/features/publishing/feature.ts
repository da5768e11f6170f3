import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { PublisherHealth } from '../../../shared/agent/health.ts';
import type { Notification } from '../../../shared/agent/notifications.ts';
import { postKindOf, sentOptions } from '../../../shared/platforms/option-values.ts';
import type { CardContent } from '../../../shared/posts/link-card.ts';
import { asSentOn } from '../../../shared/posts/link-tags.ts';
import { optionsOf } from '../../../shared/posts/platform-options.ts';
import { partsByHand } from '../../../shared/publishing/post-parts.ts';
import type { Delivery } from '../../../shared/publishing/publishing-api.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import type { Page } from '../../browser/puppeteer.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import type { LinkReader } from '../../generation/sources/read-link.ts';
import { callerClient } from '../../http/caller-client.ts';
import type { TakeBack, TakeBackAll } from '../../http/held-posts.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { type Loop, startLoop } from '../../runs/loop.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import type { DatabaseClock } from '../../supabase/database-clock.ts';
import { accountSettings, channelLimits, connectedAccount, serverOf } from './account-facts.ts';
import { openByHand } from './by-hand/by-hand.ts';
import type { ChannelsFeature } from './channels/feature.ts';
import { createPostChecks, type PostChecks } from './check-posts.ts';
import { deliveriesOf } from './deliveries.ts';
import { createPublishingEngine, type PublishingEngine } from './engine/engine.ts';
import { fetchFigures } from './figures.ts';
import { type FittedCopy, type MendDeps, mendPost, storeFittedCopy } from './fix-posts.ts';
import { leftoversRemover } from './leftovers.ts';
import { createLinkCards } from './link-cards.ts';
import { readLinkTags } from './link-tags.ts';
import { type MediaFacts, openMediaWork, type PictureLimits } from './media/media.ts';
import { NEEDS_SECRET_KEY, NO_DELIVERY, stands } from './messages.ts';
import { mediaOf, openPost, outgoingOf } from './outgoing.ts';
import { createPeople } from './people.ts';
import { platformCalls } from './platform-calls.ts';
import { createQuotas } from './quotas.ts';
import { publishingRoutes } from './routes.ts';
import { deliveryStore, leasesAt } from './store.ts';
import { openStored } from './stored-media.ts';

/** Interval of background work: checking channels and posts, fetching metrics. */
const HOUSEKEEPING_MS = 10_000;
const HOUSEKEEPING_AT_LEAST_MS = 500;
const LEFT_FOR_LATER = 'a task of publishing failed; trying again later';
/** How long a command waits until due posts have been sent. */
const SEND_LIMIT_MS = 10 * 60_000;

export type PublishingOptions = {
  connection: SupabaseConnection;
  agentToken: string;
  /** The agent's id (agent-id.ts). */
  agentId: string;
  dataDir: string;
  /** Identifies this database among others used with the data directory. */
  workspace: string;
  sessions: Sessions;
  host: BrowserHost;
  channels: ChannelsFeature;
  /** The public URL of the bucket's files; null if they are not public. */
  publicMediaUrl: string | null;
  notify(notification: Notification): Promise<void>;
  log: FastifyBaseLogger;
  /** Reads the pages that posts link to. */
  links: LinkReader;
  /** See MendDeps in fix-posts.ts. */
  shorten: MendDeps['shorten'];
  /** Acts as the user in a composer's window, which is then hidden; for tests. */
  person?: ((page: Page) => void) | undefined;
  clock: DatabaseClock;
  /** The time passed to the database, for tests; by default it uses its own. */
  now?: (() => Temporal.Instant) | undefined;
};

export type PublishingFeature = {
  routes: Routes;
  /** Examines pictures and videos, also for the Media Library. */
  files: {
    /** The type and dimensions of a file in the bucket, from its bytes; see MediaWork. */
    examine(client: Client, path: string): Promise<MediaFacts>;
    /** See storeFittedCopy. */
    storeFittedCopy(client: Client, path: string, limits: PictureLimits): Promise<FittedCopy | null>;
  };
  /** A picture on the web as a small data: URL; null if it cannot be read. */
  face(url: string, signal: AbortSignal): Promise<string | null>;
  /** See PostChecks in check-posts.ts. */
  inspect: PostChecks['inspect'];
  /** See PublisherHealth. */
  health(): Promise<PublisherHealth>;
  /** Checks for due posts at once. */
  checkNow(): void;
  /** See PublishingEngine.hold. */
  hold(limitMs: number): Promise<void>;
  /** See PublishingEngine.resume. */
  resume(): void;
  /** See PublishingEngine.takeBack. AppError unavailable if posts are not sent automatically. */
  takeBack: TakeBack;
  /** See PublishingEngine.takeBackAll; a no-op if posts are not sent automatically. */
  takeBackAll: TakeBackAll;
  /** Starts sending due posts. */
  start(): void;
  /** Stops; unsent deliveries are released. Close it before the connection. */
  close(): Promise<void>;
};

/** Assembles publishing. Nothing is sent automatically before `start`, nor in hosted mode without a secret key. */
export function openPublishing(options: PublishingOptions): PublishingFeature {
  const { connection, agentId, channels, clock, notify, log } = options;
  const { admin } = connection;
  const { now } = clock;
  const media = openMediaWork(log);
  const openFile = (client: Client, path: string) => openStored(client, connection.fetch, path, options.publicMediaUrl);
  const closing = new AbortController();
  const linkCards = createLinkCards({ reader: options.links, media, log });
  const openCard = (card: CardContent) => linkCards.open(card, closing.signal);
  let housekeeping: Loop | undefined;
  const machineTime = () => new Date(clock.machine().epochMilliseconds);
  const machineCalls = (signal: AbortSignal) => platformCalls({ signal, now: machineTime });
  const quotas = createQuotas({
    admin,
    openChannel: channels.openSession,
    callsWith: machineCalls,
    now,
    signal: closing.signal,
    log,
  });
  const checks = createPostChecks({ openFile, media, quotasOf: quotas.of, now, log });
  const engine = admin && openEngine(admin);
  const byHand = openByHand(options);

  const people = createPeople({
    openSession: (accountId) => channels.openSession(accountId, machineCalls(closing.signal)),
    readPicture: (url) => linkCards.face(url, closing.signal),
    now: machineTime,
    log,
  });

  function openEngine(client: Client): PublishingEngine {
    const limitsOf = (accountId: string | null) => channelLimits(client, accountId);
    return createPublishingEngine({
      store: deliveryStore({ client, owner: randomUUID(), agentId, now: options.now }),
      openSession: quotas.openSession,
      async outgoingOf({ platform, account_id }, content, dueAt) {
        const destination = { platform, accountId: account_id };
        const sent = asSentOn(platform, content, await readLinkTags(client));
        const outgoing = outgoingOf(destination, sent, dueAt, await accountSettings(client, account_id));
        return await linkCards.withCard(platform, outgoing, sent.link_card, closing.signal);
      },
      openPost: async (delivery, outgoing) =>
        openPost(delivery, outgoing, await limitsOf(delivery.account_id), {
          openFile: (path) => openFile(client, path),
          media,
          openCard,
        }),
      uploads: channels.uploads,
      onReconnect: (accountId, words) => channels.refuse(accountId, words, client),
      clock,
      notify,
      log,
    });
  }

  /** Opens the platform's composer with the delivery's content. */
  const openComposer = async ({ id, postId, platform, accountId, state }: Delivery, client: Client | null) => {
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    if (state === 'published') throw new AppError('conflict', stands(state));
    const read = await deliveryStore({ client, owner: id, agentId }).readPost(postId);
    if (!read) throw new AppError('not_found', NO_DELIVERY);
    const sent = asSentOn(platform, read.content, await readLinkTags(client));
    const parts = partsByHand({ platform, accountId }, sent);
    const files = mediaOf(read.content).filter(({ path }) => path !== null);
    const { defaults } = await accountSettings(client, accountId);
    const chosen = { own: read.content.options[platform] ?? {}, defaults, kind: postKindOf(files) };
    const options = sentOptions(optionsOf(platform), chosen);
    const outgoing = { dueAt: read.dueAt, parts, media: files, options };
    const { post } = await openPost(
      { idempotency_key: id, platform },
      outgoing,
      {},
      {
        openFile: (path) => openFile(client, path),
        media,
        openCard,
      },
    );
    const onPosted = async (url: string) => void (await deliveriesOf(admin ?? client).mark(id, url));
    return byHand.openComposer({ accountId, platform, server: await serverOf(client, accountId), post, onPosted });
  };

  const removeLeftovers = leftoversRemover({
    agentId,
    openSession: channels.openSession,
    now,
    signal: closing.signal,
    log,
  });

  const housekeep = async () => {
    let wait = HOUSEKEEPING_MS;
    if (!admin) return wait;
    const work = [
      async () => {
        if (await checks.checkDue(admin)) wait = HOUSEKEEPING_AT_LEAST_MS;
      },
      () => channels.restore(admin),
      () => channels.uploads.forgetEnded(admin),
      // By this machine's clock, which was also used when the logins were created and checked.
      () => channels.checkDue(admin, machineTime()),
      () => removeLeftovers(admin),
      () => fetchFigures(admin, { agentId, openSession: channels.openSession, now, signal: closing.signal, log }),
    ];
    for (const one of work) {
      if (closing.signal.aborted) break;
      await one().catch((err: unknown) => log.warn({ err }, LEFT_FOR_LATER));
    }
    return wait;
  };

  const checkNow = () => engine?.checkNow();
  const takeBack: TakeBack = async (post, to) => {
    if (!engine) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    await engine.takeBack(post, to);
  };
  const takeBackAll = async (accountId: string) => (await engine?.takeBackAll(accountId)) ?? { takenBack: 0, left: 0 };
  return {
    files: {
      examine: async (client, path) => media.probe(await openFile(client, path)),
      storeFittedCopy: (client, path, limits) => storeFittedCopy(client, path, limits, { openFile, media }),
    },
    face: linkCards.face,
    inspect: checks.inspect,
    async health() {
      const { isWatching = false, lookedAt = null, underWay = 0 } = engine?.state() ?? {};
      const leases = admin ? await leasesAt(admin, await clock.read()) : { held: 0, expired: 0 };
      return { isWatching, lookedAt: lookedAt?.toString() ?? null, underWay, leases };
    },
    checkNow,
    hold: async (limitMs) => engine?.hold(limitMs),
    resume: () => engine?.resume(),
    takeBack,
    takeBackAll,
    routes: publishingRoutes({
      clientFor: (request) => callerClient(request, options),
      checkNow,
      takeBack,
      takeBackAll,
      async sendDue() {
        if (!engine) return;
        await Promise.race([engine.sendDue(), delay(SEND_LIMIT_MS, undefined, { ref: false })]);
      },
      async check(postId, client) {
        if (client) await checks.check(client, postId);
      },
      async mend(postId, request, client) {
        if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
        await mendPost(client, postId, request, { shorten: options.shorten });
      },
      // For display only: null on failure.
      showCard: ({ url, image }) => linkCards.show(url, image, closing.signal),
      quotas: quotas.ofAny,
      people: {
        search: async (accountId, query, client) => people.search(await connectedAccount(client, accountId), query),
        picture: people.picture,
      },
      composers: {
        open: (delivery, client) => openComposer(delivery, client),
        state: byHand.state,
        cancel: byHand.cancel,
      },
      onOver: (deliveryId) => byHand.finish(deliveryId),
    }),
    start() {
      if (!engine || closing.signal.aborted) return;
      engine.start();
      const times = { atLeastMs: HOUSEKEEPING_AT_LEAST_MS, atMostMs: HOUSEKEEPING_MS };
      housekeeping ??= startLoop(housekeep, { ...times, failure: LEFT_FOR_LATER, log });
    },
    async close() {
      closing.abort();
      await Promise.all([engine?.close(), housekeeping?.end(), byHand.close(), media.close()]);
    },
  };
}
