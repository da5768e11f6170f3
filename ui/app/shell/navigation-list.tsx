import {
  CalendarDays,
  ChartLine,
  Images,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  PenLine,
  ScrollText,
  Settings,
  SquareDashedText,
  Users,
} from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { needsYou, unreadAnswers } from '@/app/messages.ts';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { useUnreadAnswers } from '@/domain/answers/unread.ts';
import { useNeedyPostCount } from '@/domain/publishing/deliveries.ts';
import { useHeldAccounts } from '@/domain/workspace/held-accounts.ts';
import { cn } from '@/lib/class-names.ts';

/** Links to every screen; the current one is marked, also for screen readers (aria-current). */
export function NavigationList() {
  const { setSheetOpen } = useSidebar();
  const classes = useItemClasses();
  const counts: Record<string, Count | undefined> = {
    '/scheduler': { count: useNeedyPostCount(), inWords: needsYou },
    '/answers': { count: useUnreadAnswers(), inWords: unreadAnswers, isQuiet: true },
    '/accounts': { count: useHeldAccounts()?.length, inWords: needsYou },
  };
  return (
    <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden p-2">
      <ul className="flex flex-col gap-0.5">
        {NAVIGATION.map(({ label, path, icon: Icon, exact }) => (
          <li key={path}>
            <NavLink
              to={path}
              data-hint={label}
              end={exact}
              onClick={() => setSheetOpen(false)}
              className={cn(
                classes.item,
                'relative aria-[current=page]:bg-sidebar-accent aria-[current=page]:text-foreground aria-[current=page]:[&_svg]:text-primary',
              )}
            >
              <Icon aria-hidden="true" />
              <span className={classes.label}>{label}</span>
              {counts[path] ? <CountBadge {...counts[path]} wide={classes.wide} /> : null}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** From this number on, "999+" is shown. */
const MOST = 1000;

/** The number of things on a screen that need the user, or (`isQuiet`) are merely new. */
type Count = { count: number | undefined; inWords: (count: number) => string; isQuiet?: boolean };

/** The number, or a dot if the sidebar is collapsed. */
function CountBadge({ count, inWords, isQuiet = false, wide }: Count & { wide: boolean }) {
  if (!count) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className={cn(
          wide
            ? 'ml-auto min-w-5 rounded-full px-1.5 text-center text-xs leading-5 font-semibold tabular-nums'
            : 'absolute top-1 right-1.5 size-2 rounded-full',
          isQuiet
            ? wide
              ? 'bg-primary/10 text-primary'
              : 'bg-primary'
            : wide
              ? 'bg-warning/15 text-warning'
              : 'bg-warning',
        )}
      >
        {wide ? (count < MOST ? count : `${MOST - 1}+`) : null}
      </span>
      <span className="sr-only">{inWords(count)}</span>
    </>
  );
}

/** The sidebar's items in §2's order. `exact`: active only on this path, not on those below it. */
export const NAVIGATION: { label: string; path: string; icon: LucideIcon; exact?: true }[] = [
  { label: 'Dashboard', path: '/', icon: LayoutDashboard, exact: true },
  { label: 'Content Creator', path: '/create', icon: PenLine },
  { label: 'Scheduler', path: '/scheduler', icon: CalendarDays },
  { label: 'Insights', path: '/insights', icon: ChartLine },
  { label: 'Answers', path: '/answers', icon: MessagesSquare },
  { label: 'Media Library', path: '/media', icon: Images },
  { label: 'Accounts', path: '/accounts', icon: Users },
  { label: 'Scripts', path: '/scripts', icon: ScrollText },
  { label: 'Content Templates', path: '/templates', icon: SquareDashedText },
  { label: 'Settings', path: '/settings', icon: Settings },
];
