import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withAccountBrowser } from '../../../../server/browser/account-browser.ts';
import type { SessionPlan } from '../../../../server/features/warmup/plan.ts';
import { runSession } from '../../../../server/features/warmup/session.ts';
import { systemClock } from '../../../../server/system/clock.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { savedSessions, writeSession } from '../../../helpers/saved-sessions.ts';
import { printedChance } from '../../../helpers/seeded.ts';

/** Two minutes, in which everything has a place. */
export const REAL_TIME_PLAN: SessionPlan = {
  lengthMs: 120_000,
  visits: [
    { place: 'feed', items: 3 },
    { place: 'stories', items: 2 },
    { place: 'reels', items: 1 },
    { place: 'explore', items: 2 },
  ],
  likes: [],
};

export type RealTimeSession = {
  /** What was done, and how long it took in seconds. */
  journal: { text: string; seconds: number | undefined }[];
  seen: { feed: number; stories: number; reels: number; explore: number };
  seconds: number;
  changes: ReturnType<Instagram['changes']>;
};

/**
 * Carries a session out by the real clock, in a browser and on an Instagram of its own. It mostly waits, so tests may
 * go on meanwhile; `signal` ends it.
 */
export async function runInRealTime(signal: AbortSignal): Promise<RealTimeSession> {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-agent-real-time-'));
  const instagram = await startInstagram({ layout: 'bar', language: 'es', dialogs: ['cookies'] });
  const accountId = randomUUID();
  const journal: RealTimeSession['journal'] = [];
  let seen: RealTimeSession['seen'] = { feed: 0, stories: 0, reels: 0, explore: 0 };
  const cookie = { name: 'sessionid', value: instagram.issue(), domain: '127.0.0.1', path: '/', httpOnly: true };
  const host = { env: process.env, hasScreen: false, isRoot: process.getuid?.() === 0 };
  const siteUrl = instagram.origin;
  try {
    await writeSession(dataDir, accountId, [{ ...cookie, expires: Date.now() / 1000 + 3600, secure: false }]);
    const options = {
      dataDir,
      sessions: savedSessions(dataDir),
      accountId,
      siteUrl,
      purpose: 'a test',
      host,
      headful: false,
      signal,
    };
    const seconds = await withAccountBrowser(options, async ({ page }) => {
      const startedAt = Date.now();
      await runSession({
        page,
        siteUrl,
        plan: REAL_TIME_PLAN,
        clock: systemClock,
        random: printedChance('REAL_TIME_SEED'),
        patienceMs: 20_000,
        lookLimitMs: 20_000,
        signal,
        record: (_activity, text, ms) => journal.push({ text, seconds: ms === undefined ? undefined : ms / 1000 }),
        progress: (_activity, state) => {
          seen = state.seen;
        },
      });
      return (Date.now() - startedAt) / 1000;
    });
    return { journal, seen, seconds, changes: instagram.changes() };
  } finally {
    await instagram.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
