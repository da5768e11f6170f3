import { LogoutItem } from '@/app/shell/logout-item.tsx';
import { NavigationList } from '@/app/shell/navigation-list.tsx';
import { ThemeItem } from '@/app/shell/theme-item.tsx';

/** What the sidebar and its sheet have in common: the screens, and at the foot the theme switch and Logout. */
export function SidebarBody() {
  return (
    <>
      <NavigationList />
      <div className="mt-auto flex flex-col gap-0.5 border-t border-sidebar-border p-2">
        <ThemeItem />
        <LogoutItem />
      </div>
    </>
  );
}
