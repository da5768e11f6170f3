import { NavLink } from 'react-router-dom';
import { NAVIGATION } from '@/app/shell/navigation.ts';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { cn } from '@/lib/class-names.ts';

/** Links to every screen; the current one is marked for eyes and for screen readers (aria-current). */
export function NavigationList() {
  const { setSheetOpen } = useSidebar();
  const classes = useItemClasses();
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
                'aria-[current=page]:bg-sidebar-accent aria-[current=page]:text-foreground aria-[current=page]:[&_svg]:text-primary',
              )}
            >
              <Icon aria-hidden="true" />
              <span className={classes.label}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
