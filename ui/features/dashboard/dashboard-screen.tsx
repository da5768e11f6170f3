import { PenLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { NeedsYou } from '@/features/dashboard/needs-you.tsx';
import { QuickActions } from '@/features/dashboard/quick-actions.tsx';
import { RecentActivity } from '@/features/dashboard/recent-activity.tsx';
import { StatCards } from '@/features/dashboard/stat-cards.tsx';

/**
 * Dashboard (§2): the hero, what needs the person, four counts, quick actions and recent activity. What fails to load
 * is only logged (§8).
 */
export function DashboardScreen() {
  return (
    <div className="flex flex-col gap-8 sm:gap-10">
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
        <Button asChild size="lg" className="self-start sm:self-auto">
          <Link to="/create">
            <PenLine aria-hidden="true" />
            Create Content
          </Link>
        </Button>
      </header>
      <NeedsYou />
      <StatCards />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <QuickActions />
        <RecentActivity />
      </div>
    </div>
  );
}
