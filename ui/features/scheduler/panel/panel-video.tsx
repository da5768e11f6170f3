import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { MakingLine } from '@/domain/video/making-line.tsx';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { type Making, useMaking } from '@/domain/video/use-making.ts';
import { useContentActions } from '@/features/scheduler/actions/use-content-actions.ts';
import type { Content } from '@/features/scheduler/queries.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import type { MadeVideo } from '../../../../shared/video/making.ts';

const VideoDialog = lazyPart('VideoDialog', () => import('@/domain/video/video-dialog.tsx'));

type PanelVideo = {
  making: Making;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  open(isOpen: boolean): void;
};

/** Makes a video of a post in the panel. Undo restores the files that it replaced. */
export function usePanelVideo({ id, media }: Content): PanelVideo {
  const [isOpen, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const queries = useQueryClient();
  const refreshPosts = useRefreshPosts();
  const { putMediaBack } = useContentActions();

  function take(made: MadeVideo) {
    refreshPosts();
    void queries.invalidateQueries({ queryKey: ['media'] });
    open(false);
    const undo = { label: words.undo, onClick: () => void putMediaBack(id, media) };
    const description = words.madeDetail(made);
    toast.success(words.made, media.length > 0 ? { description, action: undo } : { description });
  }

  return { making: useMaking({ id, isStored: true, onMade: take }), button, isOpen, open };
}

/** Opens the dialog. Renders nothing for a post that was sent, or is being sent. */
export function MakeVideoButton({ content, video }: { content: Content; video: PanelVideo }) {
  if (!canHaveVideo(content)) return null;
  return (
    <Button
      ref={video.button}
      variant="outline"
      size="sm"
      disabled={video.making.video.state === 'making'}
      onClick={() => video.open(true)}
    >
      <Clapperboard aria-hidden="true" />
      {words.title}
    </Button>
  );
}

/** The progress of the video, and its dialog. */
export function VideoOfPost({ content, video }: { content: Content; video: PanelVideo }) {
  const { making, button, isOpen, open } = video;
  if (!canHaveVideo(content)) return null;
  return (
    <>
      <MakingLine making={making} onMakeAgain={() => open(true)} onOver={() => button.current?.focus()} />
      <Suspense>
        {isOpen ? (
          <VideoDialog
            id={content.id}
            version={content.updated_at}
            media={content.media}
            making={making}
            onClose={() => open(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function canHaveVideo({ status, scheduled_posts }: Content): boolean {
  return status !== 'published' && !scheduled_posts.some((place) => place.status === 'publishing');
}
