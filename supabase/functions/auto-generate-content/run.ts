import type { Temporal } from 'temporal-polyfill';
import { type GenerationRequest, type GenerationResult, postsToMake } from '../../../shared/generation.ts';
import type { Client } from './caller.ts';
import { holdClaim } from './claim.ts';
import type { Report } from './event-stream.ts';
import { clearLeftovers } from './leftovers.ts';
import { makePosts } from './make-posts.ts';
import { mediaStore } from './media-store.ts';
import { MESSAGES } from './messages.ts';
import type { PictureMaker } from './pictures/picture-maker.ts';
import { dayOf, projectReason } from './plan.ts';
import type { Writer } from './post.ts';
import { runStore } from './run-store.ts';
import type { SourceReader } from './sources/read-source.ts';
import { workspaceStore } from './workspace-store.ts';

export type RunDeps = {
  client: Client;
  readSource: SourceReader;
  now: () => Temporal.Instant;
  writer: Writer;
  pictures: PictureMaker | null;
  /** Ends the run. */
  signal?: AbortSignal | undefined;
};

/**
 * One run: chooses the project that most needs posts today, claims it, and makes its posts (§3, §7). A run that makes
 * nothing says why in `message`; what fails throws a GenerationError and leaves nothing behind.
 */
export async function generate(deps: RunDeps, request: GenerationRequest, report: Report): Promise<GenerationResult> {
  const stores = {
    workspace: workspaceStore(deps.client),
    runs: runStore(deps.client),
    media: mediaStore(deps.client),
  };
  const settings = await stores.workspace.settings();
  const day = dayOf(deps.now(), settings);
  const claim = await stores.runs.claim(day);
  if (claim.state === 'no_project') return { success: false, message: MESSAGES.noProject, created: 0 };
  if (claim.state === 'busy') {
    return { success: false, message: MESSAGES.alreadyRunning(claim.project.niche_name), created: 0 };
  }
  // Behind the claim, where the run that might have made them can no longer end in between.
  if (request.unlessMadeSince !== undefined && (await stores.runs.hasMadeSince(request.unlessMadeSince))) {
    await stores.runs.fail(claim.run, MESSAGES.madeAlready);
    return { success: true, message: MESSAGES.madeAlready, created: 0 };
  }
  const order = {
    run: claim.run,
    project: claim.project,
    count: postsToMake(request, claim.project.posts_per_day, claim.posts_today),
    settings,
    day,
    reasons: { trigger: request.reason, project: projectReason(claim, day) },
  };
  try {
    return await holdClaim(stores.runs, claim.run, (lost) => {
      const signal = deps.signal ? AbortSignal.any([lost, deps.signal]) : lost;
      return makePosts(order, stores, { ...deps, report, signal });
    });
  } finally {
    await clearLeftovers(stores);
  }
}
