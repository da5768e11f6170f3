import type { FastifyBaseLogger } from 'fastify';
import { hasProfile, openProfile, profilesOf } from '../../browser/profiles.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import { PURPOSES } from './messages.ts';
import type { AccountStore } from './store.ts';

/** How long an account must be gone: until then, the notification's Undo (20 s) can restore it with its log-in. */
const UNDO_GRACE_MS = 60_000;
/** Accounts may be removed elsewhere, without notice to this agent. */
const SWEEP_INTERVAL_MS = 60 * 60_000;

/** Data of other parts of the agent for the workspace's accounts, such as channel logins. */
export type KeptForAccounts = {
  accounts(): Promise<string[]>;
  /** A no-op if there is none. */
  remove(accountId: string): Promise<void>;
};

/** Removes an account's session and profile from this machine. AppError conflict while its browser is in use. */
export async function removeFromMachine(
  { dataDir, sessions }: { dataDir: string; sessions: Pick<Sessions, 'remove'> },
  accountId: string,
): Promise<void> {
  if (await hasProfile(dataDir, accountId)) await (await openProfile(dataDir, accountId, PURPOSES.removal)).remove();
  await sessions.remove(accountId);
}

export type LeftoversDeps = {
  dataDir: string;
  sessions: Sessions;
  workspace: string;
  log: FastifyBaseLogger;
  kept?: KeptForAccounts | undefined;
  goneForMs?: number;
  /** In milliseconds since the epoch. */
  now?: () => number;
};

export type Leftovers = {
  /** Removes all local data of an account that can no longer be restored. AppError conflict as in removeFromMachine. */
  remove(accountId: string): Promise<void>;
  /** Checks now for data of removed accounts, and again once the undo period is over. */
  look(store: AccountStore): Promise<void>;
  close(): Promise<void>;
};

/**
 * Removes the sessions, profiles and `kept` data of accounts removed some time ago. With a `store`, starts at once and
 * repeats hourly; otherwise only `look` checks.
 */
export function createLeftovers(
  { dataDir, sessions, workspace, log, kept, goneForMs = UNDO_GRACE_MS, now = Date.now }: LeftoversDeps,
  store: AccountStore | null,
): Leftovers {
  const missedSince = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();

  const later = (work: () => void, delayMs: number) => {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs).unref();
    timers.add(timer);
  };

  const remove = async (accountId: string) => {
    await kept?.remove(accountId);
    await removeFromMachine({ dataDir, sessions }, accountId);
  };
  const sweepOnce = async (asked: AccountStore) => {
    const [profiles, others = []] = await Promise.all([profilesOf(dataDir, workspace), kept?.accounts()]);
    const here = [...new Set([...profiles, ...others])];
    const existing = await asked.existing(here);
    const gone = here.filter((id) => !existing.has(id));
    for (const id of missedSince.keys()) if (!gone.includes(id)) missedSince.delete(id);
    for (const id of gone) {
      if (isClosed) return;
      const since = missedSince.get(id);
      if (since === undefined) {
        missedSince.set(id, now());
        later(() => void look(asked), goneForMs);
      } else if (now() - since >= goneForMs) {
        await remove(id);
        missedSince.delete(id);
      }
    }
  };
  const look = (asked: AccountStore) => {
    looking = looking
      .then(() => sweepOnce(asked))
      .catch((error: unknown) => {
        const isExpected = error instanceof AppError;
        log[isExpected ? 'info' : 'warn'](
          { err: error },
          'files of removed accounts could not be deleted; trying again at the next check',
        );
      });
    return looking;
  };

  const sweep = () => {
    if (store) void look(store);
    later(sweep, SWEEP_INTERVAL_MS);
  };
  if (store) sweep();
  return {
    remove,
    look,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await looking;
    },
  };
}
