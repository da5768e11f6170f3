import {
  CalendarDays,
  Images,
  LayoutDashboard,
  type LucideIcon,
  PenLine,
  ScrollText,
  Settings,
  SquareDashedText,
  Users,
} from 'lucide-react';

/** The sidebar's items in §2's order. `exact`: active on exactly this path, not on those below it. */
export const NAVIGATION: { label: string; path: string; icon: LucideIcon; exact?: true }[] = [
  { label: 'Dashboard', path: '/', icon: LayoutDashboard, exact: true },
  { label: 'Content Creator', path: '/create', icon: PenLine },
  { label: 'Scheduler', path: '/scheduler', icon: CalendarDays },
  { label: 'Media Library', path: '/media', icon: Images },
  { label: 'Accounts', path: '/accounts', icon: Users },
  { label: 'Scripts', path: '/scripts', icon: ScrollText },
  { label: 'Content Templates', path: '/templates', icon: SquareDashedText },
  { label: 'Settings', path: '/settings', icon: Settings },
];
