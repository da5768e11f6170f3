import { setTimeout as delay } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import { holdLease } from '../../../../shared/agent/lease.ts';
import type { Notification } from '../../../../shared/agent/notifications.ts';
import type { WaitsFor } from '../../../../shared/publishing/delivery.ts';
import type { HeldPosts } from '../../../../shared/publishing/publishing-api.ts';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { AppError } from '../../../errors.ts';
import { createLiveRun, createRunRegistry, type LiveRun } from '../../../runs/live-run.ts';
import { type Loop, startLoop } from '../../../runs/loop.ts';
import { recordEnd } from '../../../runs/record-end.ts';
import { HELD_BY_ANOTHER, troubleInWords, waitingInWords } from '../messages.ts';
import { type AttemptEnd, type DeliveryStore, LEASE_SECONDS, RENEW_MS } from '../store.ts';
import type { Uploads } from '../uploads.ts';
import { ATTEMPT_LIMIT_MINUTES } from './attempt.ts';
import { reconcileDelivery, sendDelivery } from './carry-out.ts';
import type { CarryOutDeps } from './carrying.ts';
import { handOverDelivery } from './hand-over.ts';
import { takeBackDelivery } from './held.ts';
import { graceOf, settleLatePosts } from './late-posts.ts';
import { restoreOf } from './restored.ts';

/** Maximum concurrent deliveries; one per account. High enough that an unresponsive platform leaves room for others. */
const AT_ONCE = 32;
/** The longest interval between two checks: another machine may schedule a post that is due at once. */
const LOOK_AT_MOST_MS = 5_000;
const LOOK_AT_LEAST_MS = 20;
/** The first interval while another agent opens posts that this one may have to send; doubles as long as that lasts. */
const OPENED_ELSEWHERE_MS = 100;
/** The interval between checks for posts to hand over, which is not urgent. */
const EARLY_INTERVAL_MS = 20_000;
/** After this many posts in a row that the platform does not give back, `takeBackAll` does not try the rest. */
const REFUSALS_MAX = 3;
/** How long a delivery may take to end when the agent stops. */
const CLOSE_GRACE_MS = 2_000;

export type PublishingEngineDeps = Omit<CarryOutDeps, 'store' | 'uploads'> & {
  store: DeliveryStore;
  uploads: Pick<Uploads, 'noteOf' | 'forget'>;
  /** Called when the platform refuses an account's login, with its message. */
  onReconnect(accountId: string, words: string): Promise<void>;
  notify(notification: Notification): Promise<void>;
};

/** Sends due deliveries, each once across all agents and failures. */
export type PublishingEngine = {
  /** Starts sending due deliveries, until it is closed. */
  start(): void;
  /**
   * Whether it sends automatically, when it last completed a check for due posts, and how many deliveries are in
   * progress.
   */
  state(): { isWatching: boolean; lookedAt: Temporal.Instant | null; underWay: number };
  /** Checks for due deliveries at once. */
  checkNow(): void;
  /** One check, for tests: starts due deliveries and returns the milliseconds until the next one. */
  look(): Promise<number>;
  /** Sends the deliveries that are due now; resolves when none is in progress. */
  sendDue(): Promise<void>;
  /**
   * Takes a post back from the platforms that hold it or, with a time (ISO 8601), reschedules it there. AppError
   * conflict with the reason at the first platform where that is not possible.
   */
  takeBack(post: string, to: string | null): Promise<void>;
  /** Takes back the posts that an account's platform holds, as far as possible. Returns the numbers taken and left. */
  takeBackAll(account: string): Promise<HeldPosts>;
  /** Starts no delivery until `resume`; resolves when those in progress have ended, or after `limitMs`. */
  hold(limitMs: number): Promise<void>;
  /** Starts deliveries again, and checks for due ones at once. */
  resume(): void;
  /** Stops; unsent deliveries are released. Safe to call twice. */
  close(): Promise<void>;
};

type Closing = 'closing';
type DeliveryRun = LiveRun<never, Closing>;

export function createPublishingEngine(deps: PublishingEngineDeps): PublishingEngine {
  const { store, clock, notify, log } = deps;
  const live = createRunRegistry<DeliveryRun, Closing>();
  let loop: Loop | undefined;
  let notifiedUntil: string | null = null;
  /** The last notification of each waiting delivery, so that other changes do not repeat it. */
  const told = new Map<string, WaitsFor>();
  let begun = 0;
  let lookedAt: Temporal.Instant | null = null;
  let lookedForEarly: Temporal.Instant | null = null;
  let isHeld = false;
  let openedElsewhereMs: number | null = null;
  let claiming = Promise.resolve();

  const begin = (delivery: PostDeliveriesRow, work: typeof reconcileDelivery): Promise<void> => {
    // After a late response, a delivery may be claimed a second time; it must run only once.
    if (live.has(delivery.id)) return Promise.resolve();
    const run = createLiveRun<never, Closing>();
    begun += 1;
    live.add(delivery.id, run);
    told.delete(delivery.id);
    const lease = holdLease(() => store.renew(delivery.id), { renewMs: RENEW_MS, durationMs: LEASE_SECONDS * 1000 });
    const signals = { lost: lease.lost, closing: run.stopping, confirm: lease.confirm };
    const carryOut = async () => {
      const end = await work(delivery, deps, signals);
      // The lease is held until the end is stored, so that no other agent reclaims the delivery.
      if (end) await keep(delivery, end);
    };
    return carryOut()
      .catch((err: unknown) => log.error({ err }, 'a delivery failed inside the agent'))
      .then(() => {
        lease.release();
        live.remove(delivery.id);
        run.end();
        loop?.checkNow();
      });
  };

  const keep = async (delivery: PostDeliveriesRow, end: AttemptEnd) => {
    let isRetry = false;
    const write = async () => {
      const mayBeKept = isRetry;
      isRetry = true;
      return (await store.finish(delivery.id, end)) || mayBeKept;
    };
    // The channel is marked before the delivery waits for it, so that a reconnection in between finds one or the other.
    // A published post, whose first comment may have failed this way, does not wait.
    const isLoginRefused = end.waitsFor === 'reconnect' || end.log.errorClass === 'auth';
    if (isLoginRefused && delivery.account_id) {
      await deps
        .onReconnect(delivery.account_id, end.words ?? '')
        .catch((err: unknown) => log.warn({ err }, 'a channel was not updated'));
    }
    const isOurs = await recordEnd(write, { what: 'the result of a post', closing: live.closing, log });
    if (!isOurs) return;
    if (isOver(end))
      await deps.uploads
        .forget(delivery.idempotency_key)
        .catch((err: unknown) => log.warn({ err }, 'the state of an upload was not removed'));
    const isLostThere = end.state === 'handed_over' && end.words && end.words !== delivery.error_text;
    if (end.state === 'failed' || end.state === 'needs_review' || (end.state === 'handed_over' && isLostThere))
      await notify(troubleInWords(delivery.platform, end.state, end.words ?? null));
  };

  const isTimeForEarly = (now: Temporal.Instant) => {
    if (lookedForEarly && now.since(lookedForEarly).total('milliseconds') < EARLY_INTERVAL_MS) return false;
    lookedForEarly = now;
    return true;
  };

  const claim = async () => {
    const elsewhereMs = openedElsewhereMs ? openedElsewhereMs * 2 : OPENED_ELSEWHERE_MS;
    openedElsewhereMs = null;
    const free = () => (isHeld ? 0 : AT_ONCE - live.all().length);
    if (live.closing.aborted || free() <= 0) return;
    const now = await clock.read();
    await store.openHeld();
    if (free() <= 0) return;
    // A run of this process keeps its delivery even if the lease has expired: its next renewal ends the run.
    for (const lost of await store.claimLost(free(), live.keys())) void begin(lost, reconcileDelivery);
    const settings = await store.settings();
    if (settings.publishing_paused || settings.automation_paused) return;
    const late = await settleLatePosts(store, settings, now);
    const carry = { grace: graceOf(settings, ATTEMPT_LIMIT_MINUTES), restore: restoreOf(settings) };
    let opened = 1;
    while (opened > 0 && !live.closing.aborted) opened = await store.openDue(late);
    if (opened < 0) openedElsewhereMs = Math.min(LOOK_AT_MOST_MS, elsewhereMs);
    if (live.closing.aborted || free() <= 0) return;
    for (const due of await store.claimDue(free(), live.keys()))
      void begin(due, (delivery, ...rest) => sendDelivery(delivery, carry, ...rest));
    // Due deliveries come first: handing over can wait.
    if (free() <= 0 || !isTimeForEarly(now)) return;
    for (const early of await store.claimEarly(free(), live.keys())) {
      void begin(early, (delivery, ...rest) => handOverDelivery(delivery, carry, ...rest));
      lookedForEarly = null;
    }
  };

  const tellWaiting = async () => {
    const isFirst = notifiedUntil === null;
    const { waiting, until } = await store.waitingSince(notifiedUntil);
    notifiedUntil = until;
    const untold = waiting.filter(({ id, waitsFor }) => told.get(id) !== waitsFor);
    for (const { id, waitsFor } of untold) told.set(id, waitsFor);
    // Deliveries that were already waiting when the agent started were reported before.
    if (isFirst) return;
    for (const notification of waitingInWords(untold)) await notify(notification);
  };

  /** Takes a delivery back, or reschedules it to `to`. Returns why that was not possible, or null. */
  const takeBackOne = async (id: string, to: string | null): Promise<string | null> => {
    const delivery = await store.claimHeld(id);
    if (!delivery) return HELD_BY_ANOTHER;
    let problem: string | null = HELD_BY_ANOTHER;
    await begin(delivery, async (claimed, ...rest) => {
      const taken = await takeBackDelivery(claimed, to, ...rest);
      problem = taken.problem;
      return taken.end;
    });
    return problem;
  };

  const look = async () => {
    if (isHeld) return LOOK_AT_MOST_MS;
    if (notifiedUntil === null) await tellWaiting();
    claiming = claim();
    await claiming;
    await tellWaiting();
    const next = await store.nextTime(clock.now());
    lookedAt = clock.machine();
    const untilNext = next ? Math.max(0, next.since(clock.now()).total('milliseconds')) : LOOK_AT_MOST_MS;
    return Math.min(untilNext, openedElsewhereMs ?? untilNext);
  };

  return {
    start() {
      if (live.closing.aborted) return;
      const failure = 'due posts cannot be read; trying again';
      loop ??= startLoop(look, { atLeastMs: LOOK_AT_LEAST_MS, atMostMs: LOOK_AT_MOST_MS, failure, log });
    },
    state: () => ({ isWatching: loop !== undefined, lookedAt, underWay: live.all().length }),
    checkNow: () => loop?.checkNow(),
    look,
    async sendDue() {
      for (;;) {
        const before = begun;
        await look();
        const runs = live.all();
        // Runs that ended during this check may have freed capacity or now wait for the user: check again.
        if (runs.length === 0 && begun === before) return;
        await Promise.all(runs.map(({ over }) => over));
      }
    },
    async takeBack(post, to) {
      for (const { id, held_until } of await store.heldDeliveries({ post })) {
        if (to !== null && held_until !== null && Date.parse(held_until) === Date.parse(to)) continue;
        const problem = await takeBackOne(id, to);
        if (problem !== null) throw new AppError('conflict', problem);
      }
      lookedForEarly = null;
    },
    async takeBackAll(account) {
      const held = await store.heldDeliveries({ account });
      let takenBack = 0;
      let refusals = 0;
      for (const { id } of held) {
        if (refusals >= REFUSALS_MAX) break;
        if ((await takeBackOne(id, null)) === null) [takenBack, refusals] = [takenBack + 1, 0];
        else refusals += 1;
      }
      return { takenBack, left: held.length - takenBack };
    },
    async hold(limitMs) {
      isHeld = true;
      const settle = async () => {
        await claiming.catch(() => undefined);
        await Promise.all(live.all().map(({ over }) => over));
      };
      await Promise.race([settle(), delay(limitMs, undefined, { ref: false })]);
    },
    resume() {
      isHeld = false;
      loop?.checkNow();
    },
    close: () => live.close('closing', loop, CLOSE_GRACE_MS),
  };
}

/** Whether the uploads are no longer needed: sending again starts from the beginning. */
function isOver({ state, waitsFor }: AttemptEnd): boolean {
  return ['published', 'handed_over', 'failed', 'cancelled'].includes(state) || waitsFor === 'by_hand';
}
