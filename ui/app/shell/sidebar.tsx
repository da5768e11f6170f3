import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Brand } from '@/app/shell/brand.tsx';
import { LogoutItem } from '@/app/shell/logout-item.tsx';
import { NavigationList } from '@/app/shell/navigation-list.tsx';
import { SidebarTooltip, sidebarItem } from '@/app/shell/sidebar-item.tsx';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { ThemeItem } from '@/app/shell/theme-item.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '@/components/sheet.tsx';
import { cn } from '@/lib/class-names.ts';

/** The sidebar (§2): 16rem wide, 3rem as icons; below 768 px a sheet of 18rem. */
export function Sidebar() {
  const { isMobile, expanded, sheetOpen, setSheetOpen } = useSidebar();

  if (isMobile) {
    return (
      <Sheet open={sheetOpen} onOpenChange={setSheetOpen}>
        <SheetContent className="w-[18rem] bg-sidebar text-sidebar-foreground">
          <SheetTitle className="sr-only">Menu</SheetTitle>
          <SheetDescription className="sr-only">The screens of this workspace</SheetDescription>
          <div className="flex h-14 items-center px-4">
            <Brand />
          </div>
          <SidebarBody />
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <aside
      data-state={expanded ? 'expanded' : 'collapsed'}
      aria-label="Sidebar"
      className={cn(
        'sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden border-r border-sidebar-border bg-sidebar text-sidebar-foreground transition-[width] duration-150',
        expanded ? 'w-[16rem]' : 'w-[3rem]',
      )}
    >
      <div className={cn('flex h-16 shrink-0 items-center', expanded ? 'justify-between pr-2 pl-4' : 'justify-center')}>
        {expanded ? <Brand /> : null}
        <SidebarToggle />
      </div>
      <SidebarBody />
    </aside>
  );
}

function SidebarBody() {
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

function SidebarToggle() {
  const { expanded, toggle } = useSidebar();
  const Icon = expanded ? PanelLeftClose : PanelLeftOpen;
  return (
    <SidebarTooltip label="Expand sidebar">
      <button
        type="button"
        onClick={toggle}
        aria-expanded={expanded}
        aria-keyshortcuts="Control+B Meta+B"
        className={cn(sidebarItem, 'size-8 justify-center px-0')}
      >
        <Icon aria-hidden="true" />
        <span className="sr-only">{expanded ? 'Collapse sidebar' : 'Expand sidebar'}</span>
      </button>
    </SidebarTooltip>
  );
}
