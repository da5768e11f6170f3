import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { Progress } from '@/components/progress.tsx';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import type { Composer, ComposerState } from '@/features/compose/draft/composer.ts';
import { Choices, type Chosen } from '@/features/compose/video/choices.tsx';
import { filmQuery, type ShownFilm } from '@/features/compose/video/film-queries.ts';
import { videoMessages as words } from '@/features/compose/video/messages.ts';
import { Preview } from '@/features/compose/video/preview.tsx';
import { SceneList } from '@/features/compose/video/scene-list.tsx';
import { useMaking } from '@/features/compose/video/use-making.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { MadeVideo, VideoProgress, VideoRequest } from '../../../../shared/video/making.ts';
import type { PlanScene, VideoPlan } from '../../../../shared/video/plan.ts';

type VideoDialogProps = { id: string; composer: Composer; state: ComposerState; onClose: () => void };

/** Makes a video of the saved post, so a draft is saved first, and a scheduled post when its author says so. */
export function VideoDialog({ id, composer, state, onClose }: VideoDialogProps) {
  const { save, stored } = state;
  const version = stored && save.kind === 'saved' ? stored.updated_at : null;
  if (version !== null) return <Maker key={id} {...{ id, version, composer, state, onClose }} />;
  return <SaveFirst composer={composer} state={state} onClose={onClose} />;
}

function SaveFirst({ composer, state: { save, stored }, onClose }: Omit<VideoDialogProps, 'id'>) {
  const isDraft = stored === null || stored.status === 'draft';
  const isWaiting = save.kind === 'saving' || (isDraft && save.kind === 'unsaved');
  useEffect(() => {
    if (isDraft) void composer.save();
  }, [composer, isDraft]);
  const text =
    save.kind === 'failed'
      ? words.notSaved(save.reason)
      : isWaiting
        ? words.saving
        : save.kind === 'unsaved'
          ? words.unsaved
          : words.blocked;
  const canSave = save.kind === 'failed' || (!isWaiting && save.kind === 'unsaved');
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription role="status">{text}</DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          {canSave ? <Button onClick={() => void composer.save()}>{words.save}</Button> : null}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Typing asks for another preview once it pauses. */
const TYPING_MS = 600;

function Maker({ id, version, composer, state, onClose }: VideoDialogProps & { version: string }) {
  const connection = { agent: useAgent(), supabase: useSupabase() };
  const [chosen, choose] = useState<Chosen>({});
  const [edited, setEdited] = useState<PlanScene[] | null>(null);
  const isMade = useRef(false);
  const finish = useFinish(composer, state, () => {
    isMade.current = true;
    onClose();
  });
  const { making, make, cancel } = useMaking(id, finish);
  const isMaking = making.state !== 'idle';
  const footer = useRef<HTMLDivElement>(null);
  // Stays while another one is on its way, or refused.
  const [shown, show] = useState<ShownFilm>();
  const plan = shown?.plan;
  const request = requestOf(chosen, edited, plan);
  const settled = useSettled(request, edited);
  const { data, error, isFetching, refetch } = useQuery(
    // What is made has been seen, and the post is another one then.
    { ...filmQuery(connection, { id, version, request: settled }), enabled: !isMaking },
  );
  useEffect(() => {
    if (data) show(data);
  }, [data]);
  const reason = error && failureReason(error);

  useEffect(() => {
    // The button that was pressed is another one now.
    if (document.activeElement === document.body)
      footer.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  });

  async function close() {
    await cancel();
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => open || void close()}>
      <DialogContent
        className="max-w-3xl grid-cols-[minmax(0,1fr)] max-sm:p-4"
        onInteractOutside={(event) => isMaking && event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.focus();
        }}
        onKeyDown={({ key, target, currentTarget }) => {
          if (key === ' ' && target === currentTarget) currentTarget.querySelector<HTMLElement>('[data-play]')?.click();
        }}
        onCloseAutoFocus={(event) => {
          // What opened the dialog may have been about the missing video.
          const tile = isMade.current && document.querySelector<HTMLElement>('[data-tile]');
          if (!tile) return;
          event.preventDefault();
          tile.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription>
            {words.text} {words.replaces(state.draft.media.length)}
          </DialogDescription>
        </DialogHeader>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-[18rem_minmax(0,1fr)]">
          <div className="flex flex-col gap-3">
            <Preview shown={shown} isLoading={isFetching} isStale={!isMaking && data !== shown} isHeld={isMaking} />
            {reason && !isFetching ? (
              <div className="flex flex-col items-start gap-2">
                <FieldError>{words.failed(reason)}</FieldError>
                <Button variant="outline" size="sm" onClick={() => void refetch()}>
                  {words.retry}
                </Button>
              </div>
            ) : null}
          </div>
          {making.state === 'idle' ? (
            <div className="flex min-w-0 flex-col gap-4 sm:max-h-[min(33rem,62dvh)] sm:overflow-y-auto sm:p-1">
              <Choices chosen={chosen} plan={plan} hasLength={edited === null} onChoose={choose} />
              {plan ? (
                <details className="border-t pt-3">
                  <summary className="cursor-pointer rounded-sm text-[0.8125rem] font-medium">{words.scenes}</summary>
                  <div className="flex flex-col gap-3 pt-2">
                    <p className="text-[0.8125rem] text-muted-foreground">{words.sceneHint}</p>
                    <SceneList scenes={edited ?? plan.scenes} onChange={setEdited} />
                    {edited ? (
                      <Button variant="outline" size="sm" className="self-start" onClick={() => setEdited(null)}>
                        {words.startOver}
                      </Button>
                    ) : null}
                  </div>
                </details>
              ) : null}
            </div>
          ) : (
            <Steps progress={making.progress} />
          )}
        </div>
        {making.state === 'idle' ? <FieldError>{making.error}</FieldError> : null}
        <DialogFooter ref={footer}>
          {isMaking ? (
            <Button variant="outline" disabled={making.state === 'cancelling'} onClick={() => void cancel()}>
              {making.state === 'cancelling' ? words.cancelling : words.cancelMaking}
            </Button>
          ) : (
            <>
              <Button variant="outline" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button disabled={!plan || error !== null} onClick={() => void make(request)}>
                {words.make}
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Scenes that were changed are sent as a whole plan, which says the rest too. */
function requestOf(chosen: Chosen, scenes: PlanScene[] | null, plan: VideoPlan | undefined): VideoRequest {
  if (!scenes || !plan) return chosen;
  const { style = plan.design.style, theme = plan.design.theme, pace = plan.pace, mood = plan.mood } = chosen;
  return { plan: { ...plan, scenes, design: { style, theme }, pace, mood } };
}

/** The request, as it was before words were typed that may go on. */
function useSettled(request: VideoRequest, typed: PlanScene[] | null): VideoRequest {
  const [settled, settle] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), typed ? TYPING_MS : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  if (!settled || !typed || !request.plan) return request;
  return { plan: { ...request.plan, scenes: settled } };
}

/** Shows the video in the post; Undo brings the files back that it replaced. */
function useFinish(composer: Composer, { draft: { media } }: ComposerState, onClose: () => void) {
  const queries = useQueryClient();
  const refreshPosts = useRefreshPosts();
  return async ({ seconds, bytes }: MadeVideo) => {
    const undo = {
      label: words.undo,
      onClick: () => composer.edit((now) => ({ ...now, media })),
    };
    refreshPosts();
    void queries.invalidateQueries({ queryKey: ['media'] });
    await composer.refresh().catch((error: unknown) => toast.error(failureReason(error)));
    onClose();
    const description = words.madeDetail(seconds, bytes);
    toast.success(words.made, media.length > 0 ? { description, action: undo } : { description });
  };
}

function Steps({ progress }: { progress: VideoProgress }) {
  const { step, done, total } = progress;
  const percents = {
    waiting: null,
    scenes: 2,
    voice: 3,
    browser: 5,
    frames: 8 + (87 * done) / Math.max(1, total),
    storing: 97,
  };
  return (
    <div className="flex flex-col justify-center gap-2">
      <Progress aria-label={words.title} value={percents[step]} />
      <p className="text-[0.8125rem] tabular-nums" aria-hidden="true">
        {words.step(progress)}
      </p>
      <p role="status" className="sr-only">
        {words.stepName(step)}
      </p>
      <p className="text-[0.8125rem] text-muted-foreground">{words.busy}</p>
    </div>
  );
}
