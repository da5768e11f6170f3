import { CalendarDays, ChevronRight, type LucideIcon, PenLine, Plus, UserPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { Page } from '@/components/page.tsx';
import { PausedBanner } from '@/domain/publishing/paused-banner.tsx';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { NeedsYou } from '@/features/dashboard/needs-you.tsx';
import { RecentActivity } from '@/features/dashboard/recent-activity.tsx';
import { StatCards } from '@/features/dashboard/stat-cards.tsx';

const BestPosts = lazy(async () => ({
  default: (await import('@/features/dashboard/best-posts/best-posts-card.tsx')).BestPostsCard,
}));

/**
 * Dashboard (§2): the hero, what needs attention, four counts, quick actions, recent activity, and the best posts.
 * Failed loads are only logged (§8).
 */
export function DashboardScreen() {
  return (
    <Page>
      <header className="flex flex-col gap-6 sm:flex-row sm:items-end sm:justify-between">
        <div>
          <h1
            data-page-heading
            tabIndex={-1}
            className="text-3xl leading-[1.12] font-semibold tracking-[-0.03em] sm:text-[2.5rem]"
          >
            <span className="text-muted-foreground">{dashboardMessages.welcome}</span> {dashboardMessages.product}
          </h1>
          <p className="mt-3 max-w-prose text-muted-foreground text-pretty">{dashboardMessages.subtitle}</p>
        </div>
        <div className="flex flex-wrap gap-2 self-start sm:self-auto">
          <Button asChild size="lg" variant="outline">
            <Link to="/compose">
              <Plus aria-hidden="true" />
              New post
            </Link>
          </Button>
          <Button asChild size="lg">
            <Link to="/create">
              <PenLine aria-hidden="true" />
              Create Content
            </Link>
          </Button>
        </div>
      </header>
      <PausedBanner />
      <NeedsYou />
      <StatCards />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <QuickActions />
        <RecentActivity />
      </div>
      <Suspense>
        <BestPosts />
      </Suspense>
    </Page>
  );
}

const ACTIONS: { label: string; caption: string; path: string; icon: LucideIcon }[] = [
  { label: 'Create Content', caption: 'Generate posts with AI', path: '/create', icon: PenLine },
  { label: 'Schedule Posts', caption: 'Manage your calendar', path: '/scheduler', icon: CalendarDays },
  { label: 'Connect Accounts', caption: 'Add social media profiles', path: '/accounts', icon: UserPlus },
];

function QuickActions() {
  return (
    <Card className="self-start">
      <CardHeader>
        <CardTitle>Quick Actions</CardTitle>
      </CardHeader>
      <ul className="pb-2">
        {ACTIONS.map(({ label, caption, path, icon: Icon }) => (
          <li key={path} className="border-t">
            <Link
              to={path}
              className="group flex items-center gap-4 px-5 py-3.5 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
            >
              <Icon className="size-4.5 shrink-0 text-muted-foreground" strokeWidth={1.8} aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-medium">{label}</span>
                <span className="block text-[0.8125rem] text-muted-foreground">{caption}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
