import { z } from 'zod';
import { VIDEO_CHOICES } from '../../../shared/posts/content-project.ts';
import { platformSchema } from '../../../shared/posts/platforms.ts';
import type { LocalDay } from '../../../shared/posts/scheduling.ts';
import type { StyleTemplate } from '../../../shared/posts/templates.ts';
import type { GeneratedContentRow, Json } from '../../../shared/workspace/database.ts';
import { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';
import { type Client, dataOf } from './client.ts';

/** Lease duration of a run. If a run is killed, its project is free after this time; a live run renews long before. */
export const LEASE_SECONDS = 45;

const projectSchema = z.object({
  id: z.string(),
  niche_name: z.string(),
  source_url_1: z.string(),
  source_url_2: z.string(),
  extra_sources: z.array(z.string()),
  posts_per_day: z.number(),
  platforms: z.array(platformSchema),
  account_ids: z.array(z.string()).nullable(),
  video_path: z.string().nullable(),
  videos: z.enum(VIDEO_CHOICES),
});
export type Project = z.infer<typeof projectSchema>;

const chosenSchema = z.object({
  project: projectSchema,
  posts_today: z.number(),
  projects: z.number(),
  daily_posts: z.number(),
});
/**
 * The project that most needs posts on a day, how many it already has, how many projects there are to choose from, and
 * how many posts per day they want in total.
 */
export type Chosen = z.infer<typeof chosenSchema>;

const claimSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('no_project'), paused: z.number() }),
  z.object({ state: z.literal('busy'), project: projectSchema }),
  chosenSchema.extend({ state: z.literal('claimed'), run: z.string() }),
]);
export type Claim = z.infer<typeof claimSchema>;

/** A post as stored in the database; `scheduled_time` is ISO 8601. */
export type FinishedPost = Pick<
  GeneratedContentRow,
  | 'id'
  | 'content_type'
  | 'platforms'
  | 'caption'
  | 'hashtags'
  | 'media_url'
  | 'media'
  | 'alternatives'
  | 'sources'
  | 'writer'
  | 'reasons'
> &
  Partial<Pick<GeneratedContentRow, 'input_tokens' | 'output_tokens' | 'cost_usd'>> & { scheduled_time: string };

/** A post planned for `project` on the local date `day`, at `time` (ISO 8601). */
export type PlannedPost = { project: string; day: string; time: string };

export type RunStore = ReturnType<typeof runStore>;

/**
 * Calls the claim functions of supabase/migrations/*_generation.sql, as the caller. Methods throw GenerationError
 * unavailable when the backend fails.
 */
export function runStore(client: Client) {
  return {
    /**
     * The project that a claim would choose on the day if the planned posts existed; `wanted` restricts it to one
     * project. Null when there is none. Stores nothing.
     */
    async choose(day: LocalDay, planned: PlannedPost[], wanted?: string): Promise<Chosen | null> {
      const asked = { ...boundsOf(day), planned, ...(wanted !== undefined && { wanted }) };
      const answer = await client.rpc('choose_project', asked);
      return chosenSchema.nullable().parse(dataOf(answer, 'looking at the projects'));
    },

    /** The projects that still lack posts on the day, ordered as a claim would choose them. */
    async lacking(day: LocalDay, planned: PlannedPost[] = []): Promise<string[]> {
      return dataOf(await client.rpc('lacking_projects', { ...boundsOf(day), planned }), 'looking at the projects');
    },

    /** Claims `project`, or else the project that most needs posts on the day. */
    async claim(day: LocalDay, project?: string): Promise<Claim> {
      const wanted = { ...boundsOf(day), lease_seconds: LEASE_SECONDS, ...(project !== undefined && { project }) };
      const answer = await client.rpc('claim_generation', wanted);
      return claimSchema.parse(dataOf(answer, 'starting the run'));
    },

    /** False when another run has taken over, or the lease has expired. */
    async renew(run: string): Promise<boolean> {
      return dataOf(await client.rpc('renew_generation', { run, lease_seconds: LEASE_SECONDS }), 'renewing the run');
    },

    /** Whether a run started at or after `time` has made posts. */
    async hasMadeSince(time: string): Promise<boolean> {
      const done = client.from('generation_runs').select('id').eq('status', 'done').gt('created', 0);
      return dataOf(await done.gte('started_at', time).limit(1), 'looking for posts that were made').length > 0;
    },

    async fail(run: string, reason: string): Promise<void> {
      dataOf(await client.rpc('fail_generation', { run, reason }), 'ending the run');
    },

    /** Records files about to be uploaded, so that they can be removed if the run is killed. */
    async noteFiles(run: string, files: string[]): Promise<void> {
      dataOf(await client.from('generation_runs').update({ files }).eq('id', run), 'noting the pictures');
    },

    /** Runs that ended without posts and left files. */
    async leftovers(): Promise<{ id: string; files: string[] }[]> {
      return dataOf(await client.rpc('generation_leftovers'), 'looking for leftover pictures');
    },

    /**
     * Stores posts, slots and the template's last use in one transaction. False when a slot is no longer free: for any
     * account or, if given, for these accounts. GenerationError conflict when another run has taken over.
     */
    async commit(
      run: string,
      template: StyleTemplate,
      posts: FinishedPost[],
      accounts?: readonly { id: string }[],
    ): Promise<boolean> {
      const { data, error } = await client.rpc('commit_generation', {
        run,
        template: template.id,
        template_name: template.name,
        posts: posts as Json,
        ...(accounts && { accounts: accounts.map(({ id }) => id) }),
      });
      if (data === 'claim_gone') throw new GenerationError('conflict', MESSAGES.lostClaim);
      if (!error) return data === 'committed';
      // The transaction may have been committed even if the response was lost.
      const state = await client.from('generation_runs').select('status').eq('id', run).maybeSingle();
      if (state.data?.status === 'done') return true;
      throw new GenerationError('unavailable', MESSAGES.backendFailed('saving the posts'), { cause: error });
    },
  };
}

function boundsOf({ date, start, end }: LocalDay) {
  return { day: date.toString(), day_start: start.toString(), day_end: end.toString() };
}
