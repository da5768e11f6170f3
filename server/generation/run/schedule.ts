import type { Temporal } from 'temporal-polyfill';
import { hoursOfAccounts } from '../../../shared/posts/account-times.ts';
import type { PostReasons } from '../../../shared/posts/post-reasons.ts';
import { type PostingHours, timeReason } from '../../../shared/posts/scheduling.ts';
import type { StyleTemplate } from '../../../shared/posts/templates.ts';
import { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';
import type { WrittenPost } from '../post.ts';
import type { Chosen, FinishedPost, RunStore } from '../stores/run-store.ts';
import type { WorkspaceStore } from '../stores/workspace-store.ts';
import type { Lesson } from './learning.ts';
import { slotsBy, slotsTaken } from './plan.ts';

/** Maximum attempts: slots are planned again if another post took one between the read and the write. */
const MAX_ATTEMPTS = 5;

export type UnscheduledPost = Omit<FinishedPost, 'scheduled_time' | 'reasons'> & Pick<WrittenPost, 'form' | 'voice'>;

/**
 * Assigns slots to the posts, in order, and stores both in one transaction. GenerationError conflict when no slot is
 * free.
 */
export async function scheduleAndCommit(
  posts: UnscheduledPost[],
  plan: {
    run: string;
    template: StyleTemplate;
    chosen: Pick<Chosen, 'project' | 'daily_posts'>;
    /** The workspace's posting hours. */
    hours: PostingHours;
    now: () => Temporal.Instant;
    reasons: Omit<PostReasons, 'time' | 'form' | 'voice'>;
    lesson: Lesson | null;
  },
  stores: { workspace: WorkspaceStore; runs: RunStore },
): Promise<void> {
  const platforms = [...new Set(posts.flatMap((post) => post.platforms))];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const now = plan.now();
    const accounts = await stores.workspace.accounts({ ...plan.chosen.project, platforms });
    const hours = hoursOfAccounts(plan.hours, accounts);
    const taken = slotsTaken(await stores.workspace.takenSlots(now), plan.chosen, hours);
    const slots = slotsBy(plan.lesson, { count: posts.length, now, hours, ...taken });
    const finished = posts.flatMap(({ form, voice, ...post }, index) => {
      const slot = slots[index];
      if (!slot) return [];
      const reasons = {
        ...plan.reasons,
        time: timeReason(slot, hours),
        ...(form && { form }),
        ...(voice && { voice }),
      };
      return [{ ...post, scheduled_time: slot.time.toString(), reasons }];
    });
    if (finished.length < posts.length) break;
    if (await stores.runs.commit(plan.run, plan.template, finished, hours.accounts)) return;
  }
  throw new GenerationError('conflict', MESSAGES.noFreeSlot);
}
