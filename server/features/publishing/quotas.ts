import type { FastifyBaseLogger } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Quota, QuotaUse } from '../../../shared/publishing/quota.ts';
import type { Client } from '../../supabase/connection.ts';
import { budgetLeft } from './budget.ts';
import { reelsLeft } from './daily-limit.ts';
import type { PlatformCalls } from './platform-calls.ts';
import type { Session } from './publisher.ts';

/** How long a platform may take to report its quotas, and how long no platform is queried after a failure. */
const QUOTA_LIMIT_MS = 10_000;
const QUOTA_REST_MS = 60_000;
/** The usage for queries without a post. */
const ANY_POST: QuotaUse = { posts: 1, files: 1, videos: 0, videoBytes: 0, mills: 0 };

type OpenSession = (accountId: string, calls: PlatformCalls) => Promise<Session>;

type QuotasDeps = {
  /** Null if this machine has no secret key: then only limits reported by the platform count. */
  admin: Client | null;
  openChannel: OpenSession;
  callsWith(signal: AbortSignal): PlatformCalls;
  now(): Temporal.Instant;
  signal: AbortSignal;
  log: FastifyBaseLogger;
};

/** The remaining limits of accounts: those reported by their platforms, and those counted here. */
export type Quotas = {
  /** A session that adds limits counted here to those reported by the platform. */
  openSession: OpenSession;
  /** Empty if the platform does not respond, and for a minute afterwards, since other work waits for this. */
  of(accountId: string, use: QuotaUse): Promise<Quota[]>;
  /** For display, without a post. */
  ofAny(accountId: string): Promise<Quota[]>;
};

export function createQuotas({ admin, openChannel, callsWith, now, signal, log }: QuotasDeps): Quotas {
  let askAfter = 0;

  const openSession: OpenSession = async (accountId, calls) => {
    const session = await openChannel(accountId, calls);
    if (!admin) return session;
    const own = async () => [
      ...(await budgetLeft(admin, accountId, now())),
      ...(await reelsLeft(admin, accountId, now())),
    ];
    return { ...session, quota: async (use) => [...(await own()), ...(await session.quota(use))] };
  };

  const ask = async (accountId: string, use: QuotaUse) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(QUOTA_LIMIT_MS)]);
    return (await openSession(accountId, callsWith(limit))).quota(use);
  };

  return {
    openSession,
    async of(accountId, use) {
      const time = now().epochMilliseconds;
      if (time < askAfter) return [];
      try {
        return await ask(accountId, use);
      } catch (err) {
        askAfter = time + QUOTA_REST_MS;
        log.debug({ err, accountId }, 'the remaining limits of an account could not be read');
        return [];
      }
    },
    ofAny: (accountId) => ask(accountId, ANY_POST).catch(() => []),
  };
}
