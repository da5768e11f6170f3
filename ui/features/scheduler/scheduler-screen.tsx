import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { PausedBanner } from '@/domain/publishing/paused-banner.tsx';
import { StrandedBanner } from '@/domain/publishing/stranded-banner.tsx';
import { PostDialogs } from '@/features/scheduler/actions/post-dialogs.tsx';
import { AutopilotBar } from '@/features/scheduler/autopilot-bar.tsx';
import { useOpenedPost } from '@/features/scheduler/filters/use-opened-post.ts';
import { ImportButton } from '@/features/scheduler/import/import-button.tsx';
import { PostsCard } from '@/features/scheduler/list/posts-card.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { OffTimesBanner } from '@/features/scheduler/off-times/off-times.tsx';
import { SelectionProvider } from '@/features/scheduler/selection/selection.tsx';
import { SelectionBar } from '@/features/scheduler/selection/selection-bar.tsx';
import { lazyPart } from '@/lib/lazy-part.ts';

const PostPanel = lazyPart('PostPanel', () => import('@/features/scheduler/panel/post-panel.tsx'));

/** Scheduler (§2): the autopilot bar, below it the posts as a list or a calendar, and the opened post beside them. */
export function SchedulerScreen() {
  const { opened } = useOpenedPost();
  return (
    <Page wide>
      <PageHeader
        title={schedulerMessages.title}
        subtitle={schedulerMessages.subtitle}
        actions={
          <>
            <ImportButton />
            <Button asChild>
              <Link to="/compose">
                <Plus aria-hidden="true" />
                {schedulerMessages.newPost}
              </Link>
            </Button>
          </>
        }
      />
      <PausedBanner />
      <StrandedBanner />
      <AutopilotBar />
      <PostDialogs>
        <OffTimesBanner />
        <SelectionProvider>
          <SelectionBar />
          <PostsCard />
        </SelectionProvider>
        <Suspense>{opened ? <PostPanel key={opened} id={opened} /> : null}</Suspense>
      </PostDialogs>
    </Page>
  );
}
