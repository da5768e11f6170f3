import type { Logger } from 'pino';
import type { RegisteredAgent } from './features/agents/feature.ts';
import { shareOfAccounts, shareOfWriting } from './features/agents/shares.ts';
import type { AiFeature } from './features/ai/feature.ts';
import { autopilotJob } from './features/autopilot/job.ts';
import { backupJob } from './features/backup/daily.ts';
import type { BackupSource } from './features/backup/make-backup.ts';
import { cleanupJob } from './features/cleanup/job.ts';
import { cleanupStore } from './features/cleanup/store.ts';
import { whyStill } from './features/move/mark.ts';
import type { PresenceFeature } from './features/presence/feature.ts';
import type { Scripts } from './features/scripts/feature.ts';
import { seriesJob } from './features/series/job.ts';
import { warmUpJob } from './features/warmup/daily-job.ts';
import { openJobs } from './jobs/feature.ts';
import type { Backend } from './open-backend.ts';
import type { Platforms } from './open-platforms.ts';
import type { OpenVideos } from './open-videos.ts';
import type { SupabaseConnection } from './supabase/connection.ts';
import type { DatabaseClock } from './supabase/database-clock.ts';

type Options = {
  admin: SupabaseConnection['admin'];
  clock: DatabaseClock;
  registered: RegisteredAgent;
  platforms: Platforms;
  generation: Backend['generation'];
  ai: AiFeature;
  videos: OpenVideos;
  presence: PresenceFeature;
  scripts: Scripts;
  backups: BackupSource;
  log: Logger;
};

/** Assembles the scheduled jobs. Work that only some agents can do is divided among those agents. */
export function openAgentJobs(options: Options): ReturnType<typeof openJobs> {
  const { admin, clock, registered, platforms, generation, ai, videos, presence, scripts, backups, log } = options;
  const { warmup } = platforms;
  return openJobs({
    admin,
    agentId: registered.id,
    jobsOf: (admin) => [
      warmUpJob(warmup.automatic, async () =>
        shareOfAccounts(await warmup.automaticAccounts(), await registered.able()),
      ),
      autopilotJob(generation, async () => shareOfWriting(await ai.writer(), await registered.able())),
      cleanupJob(cleanupStore(admin)),
      seriesJob(admin, clock.now),
      videos.job(admin),
      platforms.ownPagesJob(admin),
      presence.job(admin),
      ...(backups.database ? [backupJob(backups, clock.machine)] : []),
    ],
    scheduled: scripts.scheduled,
    still: () => whyStill(admin),
    clock,
    log,
  });
}
