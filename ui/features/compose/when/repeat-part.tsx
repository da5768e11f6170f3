import { Repeat } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { asText } from '@/domain/posts/post-text.ts';
import { repeatMessages } from '@/domain/repeat/messages.ts';
import type { Composer, ComposerState } from '@/features/compose/draft/composer.ts';
import { waitingPlace } from '@/features/compose/draft/post-store.ts';
import { whenMessages } from '@/features/compose/messages.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { failureReason } from '@/lib/messages.ts';

const RepeatDialog = lazyPart('RepeatDialog', () => import('@/domain/repeat/repeat-dialog.tsx'));
const SeriesDialog = lazyPart('SeriesDialog', () => import('@/domain/repeat/series-dialog.tsx'));
const StopQuestion = lazyPart('StopQuestion', () => import('@/domain/repeat/stop-question.tsx'));

type Open = { kind: 'start'; time: string } | { kind: 'change' | 'stop'; series: string };

type RepeatPartProps = {
  id: string;
  composer: Composer;
  state: ComposerState;
  /** Opens the dialog initially. */
  isAsked: boolean;
};

/** Makes a scheduled post repeat, or changes or stops that; nothing for an unscheduled post. */
export function RepeatPart({ id, composer, state: { stored, draft, save }, isAsked }: RepeatPartProps) {
  const navigate = useNavigate();
  const place = waitingPlace(stored);
  const series = stored?.post_series?.stopped_at === null ? stored.post_series.id : null;
  const asked = (): Open | null =>
    series ? { kind: 'change', series } : place ? { kind: 'start', time: place.scheduled_time } : null;
  // Fixed when opened.
  const [open, setOpen] = useState(() => (isAsked && !series ? asked() : null));
  // Removed from the history state, so that a reload does not ask again.
  useEffect(() => {
    if (isAsked) void navigate('.', { replace: true, state: null });
  }, [isAsked, navigate]);
  if (!place && !open) return null;

  /** Stopping or changing a series deletes its waiting posts, including this one if the series made it. */
  async function close() {
    setOpen(null);
    try {
      if (!(await composer.refresh())) await navigate('/scheduler');
    } catch (error) {
      toast.error(failureReason(error));
    }
  }

  async function saveFirst() {
    if (!(await composer.save())) throw new Error(whenMessages.notSavedToRepeat);
  }

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(asked())}>
        <Repeat aria-hidden="true" />
        {series ? repeatMessages.changeMenu : repeatMessages.menu}
      </Button>
      <Suspense>
        {open?.kind === 'start' ? (
          <RepeatDialog
            content={{ id, caption: asText(draft.main).caption, platforms: draft.platforms, media: draft.media }}
            start={open.time}
            {...(save.kind !== 'saved' && { onBeforeStart: saveFirst })}
            onClose={() => void close()}
          />
        ) : null}
        {open?.kind === 'change' ? (
          <SeriesDialog
            series={open.series}
            onStop={() => setOpen({ kind: 'stop', series: open.series })}
            onClose={() => void close()}
          />
        ) : null}
        {open?.kind === 'stop' ? <StopQuestion series={open.series} onClose={() => void close()} /> : null}
      </Suspense>
    </>
  );
}
