import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { deliveryMessages } from '@/domain/publishing/messages.ts';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { bestOf, type PublishedDelivery } from '@/features/dashboard/best-posts/best-posts.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { postTitle } from '../../../../shared/posts/post-title.ts';

const words = dashboardMessages.best;

const POSTS_SHOWN = 3;

const FiguresDialog = lazyPart('FiguresDialog', () => import('@/features/dashboard/best-posts/figures-dialog.tsx'));

/** The best three posts, and a button that opens all metrics. */
export function BestPostsList({ deliveries }: { deliveries: PublishedDelivery[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul>
        {bestOf(deliveries, POSTS_SHOWN).map(({ id, platform, remote_url, figures, scheduled_posts }) => (
          <li key={id} className="flex items-center gap-3 border-t px-5 py-2.5 max-sm:nth-[n+3]:hidden sm:px-6">
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">
                <bdi>{postTitle(scheduled_posts.generated_content.caption)}</bdi>
              </p>
              <p className="flex items-center gap-x-2 text-[0.8125rem] text-muted-foreground tabular-nums">
                <PlatformMark platform={platform} className="size-3.5" />
                <span className="sr-only">{platformLabel(platform)}</span>
                {deliveryMessages.figures(figures)}
              </p>
            </div>
            <PostLink url={remote_url} platform={platform} label={words.open} />
          </li>
        ))}
      </ul>
      <div className="border-t px-2 py-1.5 sm:px-3">
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.all}
        </Button>
        <Button asChild variant="ghost" size="sm">
          <Link to="/insights">{words.insights}</Link>
        </Button>
      </div>
      <Suspense>{isOpen ? <FiguresDialog deliveries={deliveries} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
