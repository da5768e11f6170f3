import { useQuery } from '@tanstack/react-query';
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
import { Choices, type Chosen } from '@/domain/video/choices.tsx';
import { filmQuery, type ShownFilm } from '@/domain/video/film-queries.ts';
import { StepInWords, StepsBar } from '@/domain/video/making-line.tsx';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { PicturesField } from '@/domain/video/pictures-field.tsx';
import { Preview } from '@/domain/video/preview.tsx';
import { SceneList } from '@/domain/video/scene-list.tsx';
import type { Making } from '@/domain/video/use-making.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { VideoRequest } from '../../../shared/video/making.ts';
import type { PlanScene, VideoPlan } from '../../../shared/video/plan.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';

type VideoDialogProps = {
  id: string;
  /** When the post was saved; a changed text makes a different film. */
  version: string;
  media: readonly MediaItem[];
  making: Making;
  onClose: () => void;
};

/** The last choices, so that closing the dialog, or a failed video, loses nothing. */
let last: {
  id: string;
  version: string;
  chosen: Chosen;
  edited: PlanScene[] | null;
  coverMs: number | undefined;
} | null = null;

/** How long typing must pause before another preview is requested, in milliseconds. */
const TYPING_MS = 600;

/** Previews the video of a saved post, and makes it. The dialog can be closed while it is being made. */
export function VideoDialog({ id, version, media, making, onClose }: VideoDialogProps) {
  const connection = { agent: useAgent(), supabase: useSupabase() };
  const before = last?.id === id ? last : null;
  const [chosen, choose] = useState<Chosen>(before?.chosen ?? {});
  const [edited, setEdited] = useState(before?.version === version ? before.edited : null);
  const [coverMs, setCover] = useState(before?.version === version ? before.coverMs : undefined);
  useEffect(() => {
    last = { id, version, chosen, edited, coverMs };
  }, [id, version, chosen, edited, coverMs]);
  const { video, isCancelling, make, cancel } = making;
  const [isBegun, setBegun] = useState(false);
  const isMade = isBegun && video.state === 'made';
  const isMaking = video.state === 'making' || isMade;
  const footer = useRef<HTMLDivElement>(null);
  // Stays while the next one is loading, or if it is refused.
  const [shown, show] = useState<ShownFilm>();
  const plan = shown?.plan;
  // A film that was already being made when the dialog opened has no preview.
  const hasPreview = shown !== undefined || !isMaking;
  const request = requestOf(chosen, edited, plan);
  const settled = useSettled(request, edited);
  const { data, error, isFetching, refetch } = useQuery(
    // A video being made has already been previewed, and when it is done, the post has changed.
    { ...filmQuery(connection, { id, version, request: settled }), enabled: !isMaking },
  );
  useEffect(() => {
    if (data) show(data);
  }, [data]);
  const reason = error && failureReason(error);
  const own = media.flatMap(({ kind, card, path }) => (kind === 'image' && !card && path ? path : []));
  const cards = media.filter(({ card }) => card).length;
  const pictures = edited ? edited.flatMap(({ picture }) => picture ?? []) : (chosen.pictures ?? own);

  useEffect(() => {
    // The pressed button has been replaced.
    if (document.activeElement === document.body)
      footer.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  });

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        className="max-w-3xl grid-cols-[minmax(0,1fr)] max-sm:p-4"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.focus();
        }}
        onKeyDown={({ key, target, currentTarget }) => {
          if (key === ' ' && target === currentTarget) currentTarget.querySelector<HTMLElement>('[data-play]')?.click();
        }}
        onCloseAutoFocus={(event) => {
          // The button that opened the dialog may be gone, since it was about the missing video.
          const tile = isMade && document.querySelector<HTMLElement>('[data-tile]');
          if (!tile) return;
          event.preventDefault();
          tile.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription>
            {cards > 1 ? words.textOfCards(cards) : words.text} {words.replaces(media.length)}
          </DialogDescription>
        </DialogHeader>
        <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-6', hasPreview && 'sm:grid-cols-[18rem_minmax(0,1fr)]')}>
          {hasPreview ? (
            <div className="flex flex-col gap-3">
              <Preview
                shown={shown}
                isLoading={isFetching}
                isStale={!isMaking && data !== shown}
                isHeld={isMaking}
                coverMs={coverMs}
                onCover={setCover}
              />
              {reason && !isFetching ? (
                <div className="flex flex-col items-start gap-2">
                  <FieldError>{words.failed(reason)}</FieldError>
                  <Button variant="outline" size="sm" onClick={() => void refetch()}>
                    {words.retry}
                  </Button>
                </div>
              ) : null}
            </div>
          ) : null}
          {isMaking ? (
            <div className="flex flex-col justify-center gap-2 max-sm:order-first">
              {video.state === 'making' ? (
                <>
                  <StepsBar progress={video.progress} />
                  <StepInWords progress={video.progress} />
                </>
              ) : null}
              <p className="text-[0.8125rem] text-muted-foreground">{words.busy}</p>
            </div>
          ) : (
            <div className="flex min-w-0 flex-col gap-4 sm:max-h-[min(37rem,68dvh)] sm:overflow-y-auto sm:p-1">
              <Choices chosen={chosen} plan={plan} hasLength={edited === null} onChoose={choose} />
              <PicturesField
                pictures={pictures}
                onChange={(next) => {
                  if (edited) setEdited(withPictures(edited, next));
                  else choose({ ...chosen, pictures: next });
                }}
              />
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
          )}
        </div>
        {video.state === 'failed' ? <FieldError>{video.error}</FieldError> : null}
        <DialogFooter ref={footer}>
          {isMaking ? (
            <>
              <Button variant="outline" disabled={isCancelling || isMade} onClick={() => void cancel()}>
                {isCancelling ? words.cancelling : words.cancelMaking}
              </Button>
              <Button onClick={onClose}>{words.background}</Button>
            </>
          ) : (
            <>
              <Button variant="outline" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button
                disabled={!plan || error !== null}
                onClick={() => {
                  setBegun(true);
                  void make(coverMs === undefined ? request : { ...request, coverMs });
                }}
              >
                {words.make}
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Edited scenes are sent as a complete plan, which includes most other choices. */
function requestOf(chosen: Chosen, scenes: PlanScene[] | null, plan: VideoPlan | undefined): VideoRequest {
  if (!scenes || !plan) return chosen;
  const { length: _, pictures: __, style = plan.design.style, theme = plan.design.theme, ...others } = chosen;
  const { pace = plan.pace, mood = plan.mood, ...sound } = others;
  return { ...sound, plan: { ...plan, scenes, design: { style, theme }, pace, mood } };
}

/** Puts one picture behind each scene, as far as they go; the same as in planVideo. */
function withPictures(scenes: readonly PlanScene[], pictures: readonly string[]): PlanScene[] {
  return scenes.map((scene, index) => {
    const picture = scene.kind === 'closing' ? undefined : pictures[index];
    return { ...scene, picture: picture ?? null };
  });
}

/** The request, without scenes that are still being typed. */
function useSettled(request: VideoRequest, typed: PlanScene[] | null): VideoRequest {
  const [settled, settle] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), typed ? TYPING_MS : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  if (!settled || !typed || !request.plan) return request;
  return { ...request, plan: { ...request.plan, scenes: settled } };
}
