import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { answersMessages } from '@/features/answers/messages.ts';
import { postMediaQuery } from '@/features/answers/queries.ts';
import { When } from '@/features/answers/when.tsx';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { Answer } from '../../../../shared/answers/answers.ts';

const { conversation: words, row } = answersMessages;

type PostCardProps = { post: NonNullable<Answer['post']>; text: string | null; platform: string };

/** The post that was answered: beside the conversation if there is room, else above it. */
export function PostCard({ post, text, platform }: PostCardProps) {
  const { data: media } = useQuery(postMediaQuery(useSupabase(), post.id));
  const [slide] = media ? slidesOf(media) : [];
  return (
    <aside
      aria-label={words.post}
      className="flex gap-3.5 rounded-lg border bg-muted/40 p-3 @3xl:sticky @3xl:top-0 @3xl:w-60 @3xl:shrink-0 @3xl:flex-col @3xl:self-start"
    >
      <div
        aria-hidden="true"
        className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-muted text-muted-foreground @3xl:aspect-4/3 @3xl:h-auto @3xl:w-full"
      >
        {slide ? <SlideThumbnail slide={slide} /> : <FileText className="size-5" strokeWidth={1.6} />}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="text-xs text-muted-foreground">
          {words.post}
          {post.publishedAt ? (
            <>
              <span aria-hidden="true"> · </span>
              <When time={post.publishedAt} className="tabular-nums" />
            </>
          ) : null}
        </p>
        <p
          dir="auto"
          className="line-clamp-2 text-sm leading-snug [overflow-wrap:anywhere] @3xl:line-clamp-8 @3xl:whitespace-pre-line"
        >
          {text || post.title || row.untitledPost}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 gap-y-1">
          <Link
            to={paths.postPanel(post.id)}
            className="rounded-sm text-[0.8125rem] font-medium text-primary underline-offset-4 hover:underline"
          >
            {words.openPost}
          </Link>
          <PostLink url={post.url} platform={platform} />
        </p>
      </div>
    </aside>
  );
}
