import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type VoiceExample, voiceExampleSchema } from '../../../shared/ai/voice.ts';
import { type KnownPost, knownPostsSchema, RIPE_DAYS } from '../../../shared/learning/learner.ts';
import { type Brand, NO_BRAND } from '../../../shared/pictures/brand.ts';
import type { PlacedPost, TimedAccount } from '../../../shared/posts/account-times.ts';
import type { SourceReadingNote } from '../../../shared/posts/content-project.ts';
import type { PlannedDestination } from '../../../shared/posts/dry-run.ts';
import { HORIZON_DAYS } from '../../../shared/posts/scheduling.ts';
import type {
  AppSettingsRow,
  ContentProjectsRow,
  ContentStyleTemplatesRow,
  JobRunsRow,
} from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import type { Settings } from '../../../shared/workspace/settings.ts';
import { type Client, dataOf } from './client.ts';

/** Captions of this period are not repeated. */
const NEAR_DUPLICATE_DAYS = 30;

/**
 * Maximum rows per query. A hosted project returns no more, and the time of a run must not grow with the number of
 * posts.
 */
const ROWS_MAX = 1000;
/** Enough for HORIZON_DAYS of slots half an hour apart. */
const TAKEN_PAGES_MAX = 20;

export type WorkspaceSettings = Settings &
  Brand &
  Pick<AppSettingsRow, 'automation_paused' | 'posting_times' | 'learning' | 'voice_examples'>;

export type AutopilotRun = Pick<JobRunsRow, 'status' | 'result' | 'retry_at'>;

/** A taken time, with its post's destinations and project. */
export type TakenSlot = PlacedPost & { project: string | null };

export type WorkspaceStore = ReturnType<typeof workspaceStore>;

/** Reads the workspace for a run, as the caller. Methods throw GenerationError unavailable when the backend fails. */
export function workspaceStore(client: Client) {
  return {
    /** The settings row, or the defaults when there is none (§4). */
    async settings(): Promise<WorkspaceSettings> {
      const row = dataOf(await client.from('app_settings').select('*').maybeSingle(), 'reading the settings');
      return (
        row ?? {
          ...DEFAULT_SETTINGS,
          ...NO_BRAND,
          automation_paused: false,
          posting_times: [],
          learning: 'suggest',
          voice_examples: 'local',
        }
      );
    },

    /** The autopilot's run of a local date; null when it has not started. */
    async autopilotRun(date: Temporal.PlainDate): Promise<AutopilotRun | null> {
      const runs = client.from('job_runs').select('status, result, retry_at').eq('job', 'autopilot');
      return dataOf(await runs.eq('run_key', date.toString()).maybeSingle(), "reading the autopilot's runs");
    },

    /** The current destinations of a project's posts. */
    async destinations({
      platforms,
      account_ids: accounts,
    }: Pick<ContentProjectsRow, 'platforms' | 'account_ids'>): Promise<PlannedDestination[]> {
      const found = dataOf(await client.rpc('destinations', { platforms, accounts }), 'looking where posts go');
      const ids = found.flatMap(({ account_id }) => account_id ?? []);
      const labels = new Map<string, string>();
      if (ids.length > 0) {
        const named = client.from('social_accounts').select('id, account_label').in('id', ids);
        for (const { id, account_label } of dataOf(await named, 'reading the accounts')) labels.set(id, account_label);
      }
      return found.map(({ platform, account_id, agent_id }) => ({
        platform,
        account: account_id === null ? null : (labels.get(account_id) ?? null),
        isDirect: agent_id !== null,
      }));
    },

    /** The accounts that a project's posts go to, with their own posting times. */
    async accounts({
      platforms,
      account_ids: accounts,
    }: Pick<ContentProjectsRow, 'platforms' | 'account_ids'>): Promise<TimedAccount[]> {
      return dataOf(await client.rpc('post_accounts', { platforms, accounts }), 'reading the posting times');
    },

    /** The posts to learn from, of these accounts or, with null, of all. */
    async learnedPosts(accounts: readonly string[] | null, now: Temporal.Instant): Promise<KnownPost[]> {
      const asked = { accounts: accounts && [...accounts], ripe_days: RIPE_DAYS, at: now.toString() };
      return knownPostsSchema.parse(dataOf(await client.rpc('learned_posts', asked), 'reading what worked'));
    },

    /** The user's own captions on a project's accounts, best first. */
    async voiceExamples(
      { platforms, account_ids: accounts }: Pick<ContentProjectsRow, 'platforms' | 'account_ids'>,
      most: number,
    ): Promise<VoiceExample[]> {
      const found = await client.rpc('voice_examples', { platforms, accounts, most });
      return z.array(voiceExampleSchema).parse(dataOf(found, 'reading your captions'));
    },

    async templates(): Promise<ContentStyleTemplatesRow[]> {
      const active = client.from('content_style_templates').select('*').eq('is_active', true);
      // Makes the order stable.
      return dataOf(await active.order('created_at').order('id'), 'reading the templates');
    },

    /** Captions of the last 30 days, newest first, of all projects and of this one, up to ROWS_MAX rows each. */
    async recentCaptions(now: Temporal.Instant, project: string): Promise<{ all: string[]; own: string[] }> {
      const since = now.subtract({ hours: 24 * NEAR_DUPLICATE_DAYS }).toString();
      const recent = () => client.from('generated_content').select('caption').gte('created_at', since);
      const [all, own] = await Promise.all(
        [recent(), recent().eq('project_id', project)].map(async (query) => {
          const newest = await query.order('created_at', { ascending: false }).limit(ROWS_MAX);
          return dataOf(newest, 'reading earlier posts').map(({ caption }) => caption);
        }),
      );
      return { all: [...new Set([...(own ?? []), ...(all ?? [])])], own: own ?? [] };
    },

    /**
     * Times from which a new post must keep its distance, as far ahead as slots are planned, and those of the current
     * posting hours, which may have begun yesterday. Read in pages, because a missed time would be assigned twice.
     */
    async takenSlots(now: Temporal.Instant): Promise<TakenSlot[]> {
      const since = now.subtract({ hours: 24 }).toString();
      const until = now.add({ hours: 24 * (HORIZON_DAYS + 1) }).toString();
      const taken: TakenSlot[] = [];
      for (let page = 0; page < TAKEN_PAGES_MAX; page++) {
        const columns = 'scheduled_time, generated_content!inner(project_id, platforms, account_ids)';
        const posts = client.from('scheduled_posts').select(columns).gte('scheduled_time', since);
        const standing = posts.lt('scheduled_time', until).not('status', 'in', '(cancelled,failed)');
        const range = standing
          .order('scheduled_time')
          .order('id')
          .range(page * ROWS_MAX, (page + 1) * ROWS_MAX - 1);
        const rows = dataOf(await range, 'reading the schedule');
        for (const { scheduled_time, generated_content } of rows) {
          const { project_id: project, platforms, account_ids: accounts } = generated_content;
          taken.push({ time: Temporal.Instant.from(scheduled_time), project, platforms, accounts });
        }
        if (rows.length < ROWS_MAX) break;
      }
      return taken;
    },

    /** Stores the results of reading the project's sources. */
    async noteReadings(project: string, source_readings: SourceReadingNote[]): Promise<void> {
      dataOf(await client.from('content_projects').update({ source_readings }).eq('id', project), 'noting the sources');
    },

    /** The niches of the paused projects, newest first. */
    async pausedProjects(): Promise<string[]> {
      const paused = client.from('content_projects').select('niche_name').eq('is_paused', true);
      const rows = dataOf(await paused.order('created_at', { ascending: false }), 'reading the projects');
      return rows.map(({ niche_name }) => niche_name);
    },
  };
}
