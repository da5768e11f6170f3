import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { type Making, useMaking } from '@/domain/video/use-making.ts';
import type { Composer, ComposerState } from '@/features/compose/draft/composer.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { failureReason } from '@/lib/messages.ts';
import type { MadeVideo } from '../../../../shared/video/making.ts';

const VideoDialog = lazyPart('VideoDialog', () => import('@/domain/video/video-dialog.tsx'));

type PostVideoProps = { id: string; composer: Composer; state: ComposerState; making: Making; onClose: () => void };

/**
 * Makes a video of the saved post. Unsaved changes are saved first: a draft's automatically, a scheduled post's on
 * request.
 */
export function PostVideo({ id, composer, state, making, onClose }: PostVideoProps) {
  const { save, stored, draft } = state;
  const version = stored && save.kind === 'saved' ? stored.updated_at : null;
  if (version === null) return <SaveFirst composer={composer} state={state} onClose={onClose} />;
  return <VideoDialog id={id} version={version} media={draft.media} making={making} onClose={onClose} />;
}

function SaveFirst({
  composer,
  state: { save, stored },
  onClose,
}: Pick<PostVideoProps, 'composer' | 'state' | 'onClose'>) {
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

/** Follows the making of the post's video, then shows it in the post. Undo restores the files that it replaced. */
export function usePostVideo(
  id: string,
  { composer, state: { stored }, onMade }: { composer: Composer; state: ComposerState; onMade: () => void },
): Making {
  const queries = useQueryClient();
  const refreshPosts = useRefreshPosts();

  async function take(made: MadeVideo) {
    const { media } = composer.getState().draft;
    refreshPosts();
    void queries.invalidateQueries({ queryKey: ['media'] });
    await composer.refresh().catch((error: unknown) => toast.error(failureReason(error)));
    onMade();
    const undo = { label: words.undo, onClick: () => composer.edit((now) => ({ ...now, media })) };
    const description = words.madeDetail(made);
    toast.success(words.made, media.length > 0 ? { description, action: undo } : { description });
  }

  return useMaking({ id, isStored: stored !== null, onMade: (made) => void take(made) });
}
