import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '@/components/toast.tsx';
import { keepTimeChoice } from '@/domain/learning/time-choice.ts';
import { movePost, timeToast, useRefreshPosts } from '@/domain/posts/queries.ts';
import { repeatMessages } from '@/domain/repeat/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import type { ComposeState } from '@/features/compose/draft/compose-state.ts';
import type { Composer } from '@/features/compose/draft/composer.ts';
import { type Place, readPost, waitingPlace } from '@/features/compose/draft/post-store.ts';
import { composeToasts, whenMessages, whenMessages as words } from '@/features/compose/messages.ts';
import type { Decision } from '@/features/compose/when/when-bar.tsx';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { nowDate } from '@/lib/clock.ts';
import { failureReason } from '@/lib/messages.ts';
import { paths } from '@/lib/paths.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

/** Saves a post and carries out the decision, then opens the Scheduler. Reports errors. */
export function useDecide(id: string, composer: Composer) {
  const supabase = useSupabase();
  const agent = useAgent();
  const refresh = useRefreshPosts();
  const navigate = useNavigate();
  const zone = useTimeZone();
  const [isBusy, setBusy] = useState(false);

  async function undo(moment: string) {
    try {
      await unschedule(supabase, id, moment);
      toast.success(words.undone);
    } catch (error) {
      toast.error(failureReason(error));
    } finally {
      refresh();
    }
  }

  function repeat() {
    void navigate(paths.post(id), { state: { isRepeating: true } satisfies ComposeState });
  }

  /** Stores why learning chose the time. If that fails, the post is scheduled anyway. */
  async function explain({ choice }: Extract<Decision, { kind: 'time' }>) {
    if (choice) await keepTimeChoice(supabase, id, choice).catch(() => undefined);
  }

  /** Carries out a decision about the saved post, and reports success in a toast. */
  async function carryOut(decision: Decision): Promise<void> {
    const { stored } = composer.getState();
    const place = waitingPlace(stored);
    if (decision.kind === 'draft') {
      if (place) await cancel(supabase, place);
      toast.success(place ? words.unscheduled : composeToasts.draftSaved);
      return;
    }
    const isMoved = place && decision.kind === 'time' && decision.moment !== place.scheduled_time;
    if (decision.kind === 'now') {
      if (!place) await schedule(supabase, id, nowDate().toISOString());
      await publish(agent, supabase, id);
      toast.success(words.published);
    } else if (!place) {
      // A failed post is retried from the Scheduler, not scheduled again.
      if (stored && stored.status !== 'draft') {
        toast.success(composeToasts.changesSaved);
        return;
      }
      const { moment } = decision;
      await schedule(supabase, id, moment);
      await explain(decision);
      toast.success(words.scheduled(formatDateTime(moment, zone)), {
        ...timeToast(id),
        action: { label: words.undo, onClick: () => void undo(moment) },
        also: { label: repeatMessages.menu, onClick: repeat },
      });
    } else {
      if (isMoved) await move(supabase, place, decision.moment);
      if (isMoved) await explain(decision);
      if (isMoved) toast.success(words.moved(formatDateTime(decision.moment, zone)), timeToast(id));
      else toast.success(composeToasts.changesSaved);
    }
  }

  async function decide(decision: Decision) {
    if (isBusy) return;
    setBusy(true);
    try {
      if (!(await composer.save())) {
        toast.error(words.notSaved);
        return;
      }
      await carryOut(decision);
      // If the user goes back before the Scheduler opens, the composer shows the current post.
      await composer.refresh().catch(() => undefined);
      await navigate('/scheduler');
    } catch (error) {
      toast.error(failureReason(error));
      await composer.refresh().catch(() => undefined);
    } finally {
      refresh();
      setBusy(false);
    }
  }

  return { decide, isBusy };
}

/** Schedules a saved draft for a time (ISO 8601). Throws the reason on failure. */
async function schedule(supabase: Supabase, id: string, moment: string): Promise<void> {
  const { data } = await supabase.rpc('schedule_content', { content: id, moment }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Undoes `schedule`. Throws the reason on failure. */
async function unschedule(supabase: Supabase, id: string, moment: string): Promise<void> {
  const { data } = await supabase.rpc('unschedule_content', { content: id, moment }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Moves a waiting post to another time, unless it was changed elsewhere. Throws the reason on failure. */
async function move(supabase: Supabase, place: Place, moment: string): Promise<void> {
  if (!(await movePost(supabase, place, moment))) throw new Error(whenMessages.refused);
}

/** Turns a waiting post back into a draft. Throws the reason on failure. */
async function cancel(supabase: Supabase, place: Place): Promise<void> {
  const { data } = await supabase.rpc('cancel_post', { post: place.id }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Publishes a scheduled post now. Throws the agent's error. */
async function publish(agent: CallAgent, supabase: Supabase, id: string): Promise<void> {
  const { publishPost } = await import('@/domain/publishing/calls.ts');
  const place = waitingPlace(await readPost(supabase, id));
  if (!place) throw new Error(whenMessages.refused);
  await publishPost(agent, place.id);
}
