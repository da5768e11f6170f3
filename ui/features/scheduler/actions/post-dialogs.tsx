import { createContext, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react';
import { keepTimeChoice } from '@/domain/learning/time-choice.ts';
import { DeleteDialog } from '@/features/scheduler/actions/delete-dialog.tsx';
import { useContentActions } from '@/features/scheduler/actions/use-content-actions.ts';
import { usePostActions } from '@/features/scheduler/actions/use-post-actions.ts';
import { useOpenedPost } from '@/features/scheduler/filters/use-opened-post.ts';
import { type Post, seriesOf } from '@/features/scheduler/queries.ts';
import { nowMs } from '@/lib/clock.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { TimeChoice } from '../../../../shared/learning/choice.ts';

const TimeDialog = lazyPart('TimeDialog', () => import('@/features/scheduler/actions/time-dialog.tsx'));
const LabelsDialog = lazyPart('LabelsDialog', () => import('@/features/scheduler/actions/labels-dialog.tsx'));
const RepeatDialog = lazyPart('RepeatDialog', () => import('@/domain/repeat/repeat-dialog.tsx'));
const SeriesDialog = lazyPart('SeriesDialog', () => import('@/domain/repeat/series-dialog.tsx'));
const StopQuestion = lazyPart('StopQuestion', () => import('@/domain/repeat/stop-question.tsx'));
const PostQuestions = lazyPart('PostQuestions', () => import('@/features/scheduler/actions/post-questions.tsx'));

/** The dialogs that a post's menu opens. */
export type Asked = 'time' | 'labels' | 'repeat' | 'publish' | 'mark' | 'cancel' | 'delete';

type Opening = { ask: (what: Asked, post: Post) => void; open: (id: string) => void };

const OpeningContext = createContext<Opening>({ ask: () => undefined, open: () => undefined });

/** Opens a dialog about a post, or the post beside the list. Stable, so that no row re-renders when the URL changes. */
export function useOpening(): Opening {
  return useContext(OpeningContext);
}

/**
 * The dialogs about one post. Rendered outside the lists, so that a dialog stays open to show the outcome when its post
 * leaves the list. It keeps the post as of its opening.
 */
export function PostDialogs({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ what: Asked; post: Post } | null>(null);
  const { open } = useOpenedPost();
  const latest = useRef(open);
  latest.current = open;
  const opening = useMemo<Opening>(
    () => ({ ask: (what, post) => setAsked({ what, post }), open: (id) => latest.current(id) }),
    [],
  );
  return (
    <OpeningContext value={opening}>
      {children}
      <Suspense>{asked ? <PostDialog {...asked} onClose={() => setAsked(null)} /> : null}</Suspense>
    </OpeningContext>
  );
}

function PostDialog({ what, post, onClose }: { what: Asked; post: Post; onClose: () => void }) {
  const { content, place } = post;
  // Fixed on opening, because a stopped series is no longer the post's.
  const [series] = useState(() => seriesOf(content));
  const [isStopping, setStopping] = useState(false);
  if (what === 'time') return <PickTime post={post} onClose={onClose} />;
  if (what === 'labels') return <LabelsDialog content={content} onClose={onClose} />;
  if (what === 'delete') return <DeleteDialog content={content} onClose={onClose} />;
  if (what === 'repeat') {
    if (series && isStopping) return <StopQuestion series={series} onClose={onClose} />;
    if (series) return <SeriesDialog series={series} onStop={() => setStopping(true)} onClose={onClose} />;
    return <RepeatDialog content={content} start={place?.scheduled_time ?? null} onClose={onClose} />;
  }
  return place ? <PostQuestions post={place} question={what} onClose={onClose} /> : null;
}

/** Moves a scheduled post, or schedules a draft; if it was cancelled, restores its old place. */
function PickTime({ post: { content, place }, onClose }: { post: Post; onClose: () => void }) {
  const supabase = useSupabase();
  const { move, restore } = usePostActions();
  const { schedule } = useContentActions();
  const cancelled = content.scheduled_posts.filter(({ status }) => status === 'cancelled').at(-1);

  async function pick(time: string, choice: TimeChoice | null) {
    if (place) {
      if (Date.parse(time) !== Date.parse(place.scheduled_time)) await move(place, time, { isSeenAtOnce: false });
    } else if (cancelled) await restore({ ...cancelled, content_id: content.id }, time);
    else await schedule(content, time);
    // If this fails, the post is scheduled anyway.
    if (choice) await keepTimeChoice(supabase, content.id, choice).catch(() => undefined);
  }

  const before = place ?? cancelled;
  const isToCome = before !== undefined && Date.parse(before.scheduled_time) > nowMs();
  const goal = { platforms: content.platforms, accounts: content.account_ids };
  return (
    <TimeDialog
      purpose={place ? 'move' : cancelled ? 'restore' : 'schedule'}
      caption={content.caption}
      start={before && (place || isToCome) ? before.scheduled_time : goal}
      onPick={pick}
      onClose={onClose}
    />
  );
}
