import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { toast } from '@/components/toast.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import type { InsightsFilter } from '@/features/insights/filters/filters.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import { bringBack, EVERGREEN, evergreenQuery, firstSlidesQuery } from '@/features/insights/queries.ts';
import { QueryPart } from '@/features/insights/query-part.tsx';
import { Thumbnail } from '@/features/insights/thumbnail.tsx';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import { timesOf } from '../../../shared/insights/why.ts';
import type { EvergreenPost } from '../../../shared/memory/evergreen.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';

const words = insightsMessages.bringBack;

/** Posts that worked and have rested; a press makes a draft with new words. Renders nothing if there are none. */
export function BringBack({ filter: { account, platform, project } }: { filter: InsightsFilter }) {
  const query = useQuery({ ...evergreenQuery(useAgent(), account), enabled: project === null });
  const posts = query.data?.filter((post) => platform === null || post.platform === platform) ?? [];
  if (project !== null || (posts.length === 0 && !query.error)) return null;
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
        <CardDescription>{words.text}</CardDescription>
      </CardHeader>
      <QueryPart query={query} skeleton="h-40" failed={words.notLoaded}>
        {() => <Posts posts={posts} />}
      </QueryPart>
    </Card>
  );
}

function Posts({ posts }: { posts: EvergreenPost[] }) {
  const agent = useAgent();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const refreshPosts = useRefreshPosts();
  const ids = posts.map(({ id }) => id);
  const { data: slides } = useQuery(firstSlidesQuery(useSupabase(), ids));
  const bringing = useMutation({
    mutationFn: (id: string) => bringBack(agent, id),
    onSuccess: ({ id }) => {
      refreshPosts();
      void queryClient.invalidateQueries({ queryKey: EVERGREEN });
      void navigate(paths.post(id));
    },
    onError: (error) => void toast.error(words.failed, { description: failureReason(error) }),
  });
  return (
    <ol>
      {posts.map((post) => (
        <Row
          key={post.id}
          post={post}
          thumbnail={<Thumbnail slide={slides?.get(post.id)} />}
          isBusy={bringing.isPending}
          isWriting={bringing.isPending && bringing.variables === post.id}
          onBringBack={() => bringing.mutate(post.id)}
        />
      ))}
    </ol>
  );
}

type RowProps = {
  post: EvergreenPost;
  thumbnail: ReactNode;
  isBusy: boolean;
  isWriting: boolean;
  onBringBack: () => void;
};

function Row({ post, thumbnail, isBusy, isWriting, onBringBack }: RowProps) {
  const { postId, text, platform, account, publishedAt, success } = post;
  const timeZone = useTimeZone();
  const title = postTitle(text) || insightsMessages.best.untitled;
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 border-t px-5 py-3.5 sm:flex-nowrap sm:px-6">
      {thumbnail}
      <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
        <Link to={paths.postPanel(postId)} className="truncate rounded-sm text-sm font-medium hover:underline">
          <bdi>{title}</bdi>
        </Link>
        <p className="flex min-w-0 items-center gap-1.5 text-[0.8125rem] text-muted-foreground tabular-nums">
          <PlatformMark platform={platform} className="size-3.5" />
          <span className="truncate">
            {insightsMessages.best.where(account ?? platformLabel(platform), formatDateTime(publishedAt, timeZone))}
          </span>
        </p>
      </div>
      <span className="shrink-0 text-sm font-semibold tabular-nums">
        {insightsMessages.best.times(timesOf(success))}
      </span>
      <Button
        variant="outline"
        size="sm"
        aria-label={words.pressOf(title)}
        aria-busy={isWriting}
        aria-disabled={isBusy}
        onClick={() => isBusy || onBringBack()}
      >
        <RotateCcw aria-hidden="true" />
        {isWriting ? words.writing : words.press}
      </Button>
      {isWriting ? (
        <span role="status" className="sr-only">
          {words.writing}
        </span>
      ) : null}
    </li>
  );
}
