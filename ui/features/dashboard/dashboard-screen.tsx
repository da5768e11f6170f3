import { CalendarDays, ChevronRight, type LucideIcon, PenLine, Plus, UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { Page } from '@/components/page.tsx';
import { PausedBanner } from '@/domain/publishing/paused-banner.tsx';
import { StrandedBanner } from '@/domain/publishing/stranded-banner.tsx';
import { AccountsCard } from '@/features/dashboard/accounts/accounts-card.tsx';
import { ChecklistCard } from '@/features/dashboard/checklist/checklist-card.tsx';
import { useChecklist } from '@/features/dashboard/checklist/use-checklist.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { NeedsYou } from '@/features/dashboard/needs-you.tsx';
import { useStats } from '@/features/dashboard/queries.ts';
import { RecentActivity } from '@/features/dashboard/recent-activity.tsx';
import { StatCards } from '@/features/dashboard/stat-cards.tsx';
import { NextPosts } from '@/features/dashboard/today/next-posts.tsx';
import { lazyPart } from '@/lib/lazy-part.ts';

const BestPosts = lazyPart('BestPostsCard', () => import('@/features/dashboard/best-posts/best-posts-card.tsx'));

/**
 * Dashboard (§2), today first: what needs the user, what goes out next and the state of the accounts; then the four
 * counts, quick actions, recent activity, and the best posts. Failed loads are only logged (§8).
 */
export function DashboardScreen() {
  return (
    <Page className="gap-5 lg:gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1
            data-page-heading
            tabIndex={-1}
            className="text-2xl leading-tight font-semibold tracking-[-0.022em] sm:text-[1.75rem]"
          >
            <span className="text-muted-foreground">{dashboardMessages.welcome}</span> {dashboardMessages.product}
          </h1>
          <p className="mt-1 max-w-prose text-muted-foreground text-pretty">{dashboardMessages.subtitle}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="outline">
            <Link to="/compose">
              <Plus aria-hidden="true" />
              New post
            </Link>
          </Button>
          <Button asChild>
            <Link to="/create">
              <PenLine aria-hidden="true" />
              Create Content
            </Link>
          </Button>
        </div>
      </header>
      <PausedBanner />
      <StrandedBanner />
      <NeedsYou />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <NextPosts />
        <SideColumn />
      </div>
      <StatCards />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
        <QuickActions />
        <RecentActivity />
        <Suspense>
          <BestPosts />
        </Suspense>
      </div>
    </Page>
  );
}

/** The first steps until they are done, and the accounts as soon as there are any. */
function SideColumn() {
  const { steps, ...checklist } = useChecklist();
  const { data } = useStats();
  if (steps === null) return <AccountsCard />;
  return (
    <div className="flex flex-col gap-5">
      <ChecklistCard steps={steps} {...checklist} />
      {steps && data && data.accounts.length > 0 ? <AccountsCard /> : null}
    </div>
  );
}

const ACTIONS: { label: string; caption: string; path: string; icon: LucideIcon }[] = [
  { label: 'Create Content', caption: 'Generate posts with AI', path: '/create', icon: PenLine },
  { label: 'Schedule Posts', caption: 'Manage your calendar', path: '/scheduler', icon: CalendarDays },
  { label: 'Connect Accounts', caption: 'Add social media profiles', path: '/accounts', icon: UserPlus },
];

function QuickActions() {
  return (
    <Card>
      <CardHeader className="pb-3">
        <CardTitle>Quick Actions</CardTitle>
      </CardHeader>
      <ul>
        {ACTIONS.map(({ label, caption, path, icon: Icon }) => (
          <li key={path} className="border-t">
            <Link
              to={path}
              className="flex items-center gap-3.5 px-5 py-2.5 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
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
