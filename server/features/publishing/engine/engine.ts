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
/** The longest interval between two checks: a post that is due at once may have been scheduled elsewhere. */
const LOOK_AT_MOST_MS = 5_000;
const LOOK_AT_LEAST_MS = 20;
/** The first interval while another agent is opening posts, which may be this one's to send; it doubles while that lasts. */
const OPENED_ELSEWHERE_MS = 100;
/** The interval of looking for posts to hand over, which is not urgent. */
const EARLY_INTERVAL_MS = 20_000;
/** Of so many posts in a row that an account's platform does not give back, the rest is not asked for. */
const REFUSALS_MAX = 3;
/** How long a delivery may take to end with the agent, in milliseconds. */
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
   * Whether it sends automatically, when it last completed a check for due posts, and how many deliveries are under
   * way.
   */
  state(): { isWatching: boolean; lookedAt: Temporal.Instant | null; underWay: number };
  /** Checks for due deliveries at once. */
  checkNow(): void;
  /** One check, for tests: starts due deliveries and returns the milliseconds until the next one. */
  look(): Promise<number>;
  /** Sends what is due now, and resolves when nothing is under way. */
  sendDue(): Promise<void>;
  /**
   * Takes a post back from platforms that hold it or, with a time (ISO 8601), moves it there. AppError conflict where
   * that is not possible, with the reason; then it is as it was.
   */
  takeBack(post: string, to: string | null): Promise<void>;
  /** Takes back what the platform of an account holds, as far as it gives it back, and says how many posts that were. */
  takeBackAll(account: string): Promise<HeldPosts>;
  /** Begins no delivery until `resume`, and resolves when those under way have ended, or after `limitMs` milliseconds. */
  hold(limitMs: number): Promise<void>;
  /** Begins deliveries again, and checks for due ones at once. */
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
    // A late answer: the delivery was claimed again, and only one run is used.
    if (live.has(delivery.id)) return Promise.resolve();
    const run = createLiveRun<never, Closing>();
    begun += 1;
    live.add(delivery.id, run);
    told.delete(delivery.id);
    const lease = holdLease(() => store.renew(delivery.id), { renewMs: RENEW_MS, durationMs: LEASE_SECONDS * 1000 });
    const signals = { lost: lease.lost, closing: run.stopping, confirm: lease.confirm };
    const carryOut = async () => {
      const end = await work(delivery, deps, signals);
      // Renewed until its end is stored, so that no other agent reclaims it.
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
    // Before the delivery waits for it: reconnecting in between must see one or the other. A published post may have
    // lost its first comment this way, and does not wait.
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
    // A run of this process keeps its delivery even if the lease has expired: its next renewal ends it.
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
    // What is due comes first: handing over can wait.
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
    // Deliveries waiting at the agent's start were reported before.
    if (isFirst) return;
    for (const notification of waitingInWords(untold)) await notify(notification);
  };

  /** Takes a delivery back, or moves it there; why that was not possible, or null. */
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
        // Runs that ended during this check may have freed capacity, or need the user: check again.
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
