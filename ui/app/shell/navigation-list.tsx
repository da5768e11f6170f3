import {
  CalendarDays,
  ChartLine,
  Images,
  LayoutDashboard,
  type LucideIcon,
  PenLine,
  ScrollText,
  Settings,
  SquareDashedText,
  Users,
} from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { needsYou } from '@/app/messages.ts';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { useNeedyPostCount } from '@/domain/publishing/deliveries.ts';
import { useHeldAccounts } from '@/domain/workspace/held-accounts.ts';
import { cn } from '@/lib/class-names.ts';

/** Links to every screen; the current one is marked, also for screen readers (aria-current). */
export function NavigationList() {
  const { setSheetOpen } = useSidebar();
  const classes = useItemClasses();
  const needy: Record<string, number | undefined> = {
    '/scheduler': useNeedyPostCount(),
    '/accounts': useHeldAccounts()?.length,
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
              {needy[path] ? <AttentionBadge count={needy[path]} wide={classes.wide} /> : null}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The number of things on a screen that need the user; a dot where there is no room. */
function AttentionBadge({ count, wide }: { count: number; wide: boolean }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={
          wide
            ? 'ml-auto min-w-5 rounded-full bg-warning/15 px-1.5 text-center text-xs leading-5 font-semibold text-warning tabular-nums'
            : 'absolute top-1 right-1.5 size-2 rounded-full bg-warning'
        }
      >
        {wide ? count : null}
      </span>
      <span className="sr-only">{needsYou(count)}</span>
    </>
  );
}

/** The sidebar's items in §2's order. `exact`: active only on this path, not on those below it. */
export const NAVIGATION: { label: string; path: string; icon: LucideIcon; exact?: true }[] = [
  { label: 'Dashboard', path: '/', icon: LayoutDashboard, exact: true },
  { label: 'Content Creator', path: '/create', icon: PenLine },
  { label: 'Scheduler', path: '/scheduler', icon: CalendarDays },
  { label: 'Insights', path: '/insights', icon: ChartLine },
  { label: 'Media Library', path: '/media', icon: Images },
  { label: 'Accounts', path: '/accounts', icon: Users },
  { label: 'Scripts', path: '/scripts', icon: ScrollText },
  { label: 'Content Templates', path: '/templates', icon: SquareDashedText },
  { label: 'Settings', path: '/settings', icon: Settings },
];
