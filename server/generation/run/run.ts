import type { Temporal } from 'temporal-polyfill';
import { holdLease, type LeaseTimes } from '../../../shared/agent/lease.ts';
import { type GenerationRequest, type GenerationResult, postsToMake } from '../../../shared/posts/generation.ts';
import type { CardDrawer } from '../cards/draw-card.ts';
import type { Report } from '../event-stream.ts';
import { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';
import type { PictureMaker } from '../pictures/picture-maker.ts';
import type { Writer } from '../post.ts';
import type { SourceReader } from '../sources/read-source.ts';
import type { Client } from '../stores/client.ts';
import { type MediaStore, mediaStore } from '../stores/media-store.ts';
import { LEASE_SECONDS, type RunStore, runStore } from '../stores/run-store.ts';
import { workspaceStore } from '../stores/workspace-store.ts';
import { lessonFor, projectByLearning } from './learning.ts';
import { makePosts } from './make-posts.ts';
import { dayOf, projectReason } from './plan.ts';

export type RunDeps = {
  client: Client;
  readSource: SourceReader;
  drawCard: CardDrawer | undefined;
  now: () => Temporal.Instant;
  writer: Writer;
  pictures: PictureMaker | null;
  signal?: AbortSignal | undefined;
};

/**
 * One run: chooses the project that needs posts most today, claims it, and makes its posts (§3, §7). A run without
 * posts has the reason in `message`; a failed one throws a GenerationError and leaves nothing behind.
 */
export async function generate(deps: RunDeps, request: GenerationRequest, report: Report): Promise<GenerationResult> {
  const stores = {
    workspace: workspaceStore(deps.client),
    runs: runStore(deps.client),
    media: mediaStore(deps.client),
  };
  const settings = await stores.workspace.settings();
  const day = dayOf(deps.now(), settings);
  const situation = { workspace: stores.workspace, settings, day, now: deps.now() };
  const learns = request.reason === 'autopilot' && settings.learning === 'on';
  const isOpen = learns && request.project === undefined;
  const learned = isOpen ? await projectByLearning(await stores.runs.lacking(day), situation) : null;
  const claim = await stores.runs.claim(day, request.project ?? learned?.option);
  if (claim.state === 'no_project') {
    const nothing = claim.paused > 0 ? MESSAGES.allPaused : MESSAGES.noProject;
    return { success: false, message: request.project === undefined ? nothing : MESSAGES.projectGone, created: 0 };
  }
  if (claim.state === 'busy') {
    return { success: false, message: MESSAGES.alreadyRunning(claim.project.niche_name), created: 0 };
  }
  // Checked after the claim, so that no other run can finish making them in between.
  if (request.unlessMadeSince !== undefined && (await stores.runs.hasMadeSince(request.unlessMadeSince))) {
    await stores.runs.fail(claim.run, MESSAGES.madeAlready);
    return { success: true, message: MESSAGES.madeAlready, created: 0 };
  }
  const why = { isAskedFor: request.project !== undefined, learned: learned?.choice };
  const order = {
    run: claim.run,
    chosen: claim,
    project: claim.project,
    count: postsToMake(request, claim.project.posts_per_day, claim.posts_today),
    settings,
    day,
    withoutSources: request.withoutSources ?? false,
    reasons: { trigger: request.reason, project: projectReason(claim, day, why) },
  };
  try {
    return await holdClaim(stores.runs, claim.run, async (lost) => {
      const signal = deps.signal ? AbortSignal.any([lost, deps.signal]) : lost;
      const lesson = learns ? await lessonFor(claim.project, situation) : null;
      return makePosts({ ...order, lesson }, stores, { ...deps, report, signal });
    });
  } finally {
    await clearLeftovers(stores);
  }
}

/** Renewed well before it expires, so that one failed renewal does not lose the claim. */
const LEASE: LeaseTimes = { renewMs: 15_000, durationMs: LEASE_SECONDS * 1000 };

/**
 * Does the work of a claimed run while renewing its lease. The signal aborts when another run has taken over, or the
 * lease has expired. If the work throws, the run is recorded as failed and the error rethrown.
 */
export async function holdClaim<T>(
  runs: Pick<RunStore, 'renew' | 'fail'>,
  run: string,
  work: (signal: AbortSignal) => Promise<T>,
  times: LeaseTimes = LEASE,
): Promise<T> {
  const lostClaim = () => new GenerationError('conflict', MESSAGES.lostClaim);
  const lease = holdLease(() => runs.renew(run), times, lostClaim);
  try {
    return await work(lease.lost);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // If this fails too, the lease expires; the first error is rethrown.
    await runs.fail(run, reason).catch(() => {});
    throw error;
  } finally {
    lease.release();
  }
}

/**
 * Removes the pictures of runs that failed or were killed before their posts were stored. Called at the end of each
 * run, so that it delays no posts; failed removals are retried in the next run.
 */
async function clearLeftovers({ runs, media }: { runs: RunStore; media: MediaStore }): Promise<void> {
  try {
    for (const { id, files } of await runs.leftovers()) {
      await media.remove(files);
      await runs.noteFiles(id, []);
    }
  } catch (error) {
    console.warn('Pictures of an unfinished run could not be removed; the next run tries again.', error);
  }
}
