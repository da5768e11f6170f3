import type { FastifyBaseLogger } from 'fastify';
import type { Notification } from '../../../../shared/agent/notifications.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { CHANNEL_REMINDER_DAYS, CHANNEL_WARNING_DAYS } from '../../../../shared/publishing/channel.ts';
import { isCentral, type PlatformApiSettings, platformApi } from '../../../../shared/publishing/platform-apis.ts';
import { isPaidByCall } from '../../../../shared/publishing/prices.ts';
import {
  expiresNotification,
  notRenewedNotification,
  reconnectNotification,
  versionEndsNotification,
} from './messages.ts';
import type { SavedChannel, SavedChannels } from './saved-channels.ts';
import type { Channels } from './service.ts';
import type { ChannelStore, StoredChannel } from './store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum age of a check: a day, or less if the login expires soon, so that it is refreshed in time. */
const CHECK_EVERY_MS = DAY_MS;
const CHECK_EXPIRING_EVERY_MS = 6 * HOUR_MS;
/** Maximum age of a check on platforms that charge per call. */
const CHECK_PAID_EVERY_MS = 7 * DAY_MS;
/** Retry delay if a platform does not respond. */
const ASK_AGAIN_MS = HOUR_MS;
/** How many days before the end of an API version the user is notified. */
const VERSION_TOLD_AT_DAYS = [14, 7, 3, 1];
/** Expiry times that differ by less count as the same: some platforms report only the remaining seconds. */
const SAME_END_MS = DAY_MS;

export type ChannelWatchDeps = {
  agentId: string;
  channels: Pick<Channels, 'check' | 'refuse'>;
  saved: SavedChannels;
  /** Configured addresses and versions of the platforms' APIs. */
  apis?: PlatformApiSettings | undefined;
  notify(notification: Notification): Promise<void>;
  log: FastifyBaseLogger;
};

/** Maintains the channels of this machine. Rejects only if the database fails. */
export type ChannelWatch = {
  /**
   * Restores the channels of restored accounts (Undo) whose login is still here. Removes logins that this agent no
   * longer holds: of accounts since connected on another machine, and of shared logins that were taken away from it.
   * `held` returns those of the given accounts whose login this agent holds.
   */
  restore(store: ChannelStore, held: (accountIds: string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Checks all due channels in parallel, and notifies the user of what needs action. */
  checkDue(store: ChannelStore, now: Date): Promise<void>;
  /** Like Channels.refuse, and notifies the user. */
  refuse(accountId: string, words: string, store: ChannelStore): Promise<void>;
};

export function createChannelWatch({
  agentId,
  channels,
  saved,
  apis = {},
  notify,
  log,
}: ChannelWatchDeps): ChannelWatch {
  /** When to retry a platform that did not respond, in milliseconds since the epoch. */
  const askAgainAt = new Map<string, number>();
  /** Reminders sent by this process, in case they cannot be stored. */
  const reminders = new Map<string, NonNullable<SavedChannel['reminded']>>();

  const tellRefused = async (before: StoredChannel, after: StoredChannel, store: ChannelStore) => {
    if (before.state === 'reconnect' || after.state !== 'reconnect') return;
    const { label } = await store.account(after.accountId);
    await notify(reconnectNotification(label, platformLabel(after.platform), after.problem ?? ''));
  };
  const remind = async ({ accountId, platform, state, expiresAt }: StoredChannel, now: Date, store: ChannelStore) => {
    if (state !== 'ready' || expiresAt === null) return;
    const left = daysUntil(expiresAt, now);
    const days = CHANNEL_REMINDER_DAYS.findLast((limit) => left <= limit);
    if (days === undefined) return;
    const kept = await saved.read(accountId).catch(() => null);
    const isDone = [kept?.reminded, reminders.get(accountId)].some(
      (one) => one && one.days <= days && isSameEnd(one.expiresAt, expiresAt),
    );
    if (isDone) return;
    const reminded = { expiresAt, days };
    reminders.set(accountId, reminded);
    if (kept) {
      // A second reminder is better than none.
      await saved
        .update(accountId, kept.connectionId, () => ({ reminded }))
        .catch((err: unknown) => {
          log.info({ err, accountId }, 'a reminder could not be noted');
        });
    }
    const { label } = await store.account(accountId);
    await notify(expiresNotification(label, platformLabel(platform), left));
  };
  const tellNotRenewed = async (before: StoredChannel, after: StoredChannel, store: ChannelStore) => {
    if (after.state !== 'ready' || after.problem === null) return;
    if (before.state === 'ready' && before.problem !== null) return;
    const { label } = await store.account(after.accountId);
    await notify(notRenewedNotification(label, after.problem));
  };
  const tellVersionEnding = async (before: StoredChannel, after: StoredChannel, now: Date, store: ChannelStore) => {
    const api = isCentral(after.platform) ? platformApi(after.platform, apis) : null;
    if (!api?.endsOn) return;
    const days = daysUntil(api.endsOn, now);
    if (!isToldNow(days, daysUntil(api.endsOn, new Date(before.checkedAt)))) return;
    const { label } = await store.account(after.accountId);
    await notify(versionEndsNotification(label, after.platform, api.version, days));
  };
  const checkOne = async (channel: StoredChannel, store: ChannelStore, now: Date) => {
    const { accountId } = channel;
    try {
      const checked = await channels.check(accountId, store);
      askAgainAt.delete(accountId);
      await tellRefused(channel, checked, store);
      await tellNotRenewed(channel, checked, store);
      await remind(checked, now, store);
      await tellVersionEnding(channel, checked, now, store);
    } catch (error) {
      askAgainAt.set(accountId, now.getTime() + ASK_AGAIN_MS);
      log.info({ err: error, accountId }, 'a channel could not be checked');
      // Reminds the user of the login's expiry anyway.
      await remind(channel, now, store).catch((err: unknown) => {
        log.info({ err, accountId }, 'the notification of an expiring login could not be sent');
      });
    }
  };

  return {
    async restore(store, held) {
      const ids = await saved.accounts();
      if (ids.length === 0) return;
      const [accounts, rows] = await Promise.all([store.accounts(ids), store.list()]);
      const elsewhere = rows.filter((row) => row.agentId !== agentId && ids.includes(row.accountId));
      const shared = elsewhere.length > 0 ? await held(elsewhere.map(({ accountId }) => accountId)) : new Set();
      for (const { id } of accounts) {
        const row = rows.find(({ accountId }) => accountId === id);
        try {
          if (row && row.agentId !== agentId && !shared.has(id)) await saved.remove(id);
          if (row) continue;
          const kept = await saved.read(id);
          if (!kept) continue;
          // The agent that shared the login has disconnected the account.
          if (kept.sealed?.from) {
            await saved.remove(id);
            continue;
          }
          await store.addMissing({ ...kept.connected, accountId: id, agentId, state: 'ready', problem: null });
        } catch (error) {
          log.info({ err: error, accountId: id }, 'the channel of an account that came back could not be restored');
        }
      }
    },

    async checkDue(store, now) {
      const rows = await store.list();
      const due = rows.filter(
        (row) =>
          row.agentId === agentId &&
          isDue(row, now) &&
          (askAgainAt.get(row.accountId) ?? Number.NEGATIVE_INFINITY) <= now.getTime(),
      );
      await Promise.all(due.map((row) => checkOne(row, store, now)));
    },

    async refuse(accountId, words, store) {
      const before = await store.find(accountId);
      const after = await channels.refuse(accountId, words, store);
      if (before) await tellRefused(before, after, store);
    },
  };
}

/** Whole days until the login ends, including the current one; null if it does not end. */
function daysLeft({ expiresAt }: StoredChannel, now: Date): number | null {
  return expiresAt === null ? null : daysUntil(expiresAt, now);
}

function daysUntil(end: string, now: Date): number {
  return Math.ceil((new Date(end).getTime() - now.getTime()) / DAY_MS);
}

function isSameEnd(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < SAME_END_MS;
}

/** Whether a notification day has been reached since the previous check. */
function isToldNow(days: number, daysBefore: number): boolean {
  return VERSION_TOLD_AT_DAYS.some((limit) => days <= limit && daysBefore > limit);
}

function isDue(channel: StoredChannel, now: Date): boolean {
  const days = daysLeft(channel, now);
  const isExpiring = days !== null && days <= CHANNEL_WARNING_DAYS;
  const age = now.getTime() - new Date(channel.checkedAt).getTime();
  if (isPaidByCall(channel.platform)) return age >= CHECK_PAID_EVERY_MS;
  return age >= (isExpiring ? CHECK_EXPIRING_EVERY_MS : CHECK_EVERY_MS);
}
