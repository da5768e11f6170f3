import { CalendarDays, ChevronRight, type LucideIcon, PenLine, UserPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';

const ACTIONS: { label: string; caption: string; path: string; icon: LucideIcon }[] = [
  { label: 'Create Content', caption: 'Generate posts with AI', path: '/create', icon: PenLine },
  { label: 'Schedule Posts', caption: 'Manage your calendar', path: '/scheduler', icon: CalendarDays },
  { label: 'Connect Accounts', caption: 'Add social media profiles', path: '/accounts', icon: UserPlus },
];

/** Where most visits go next. */
export function QuickActions() {
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
