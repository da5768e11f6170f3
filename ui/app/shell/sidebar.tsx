import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Suspense } from 'react';
import { Brand } from '@/app/shell/brand.tsx';
import { SidebarBody } from '@/app/shell/sidebar-body.tsx';
import { SidebarHints } from '@/app/shell/sidebar-hints.tsx';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { cn } from '@/lib/class-names.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

const SidebarSheet = lazyPart('SidebarSheet', () => import('@/app/shell/sidebar-sheet.tsx'));

/** The sidebar (§2): 16rem wide, 3rem as icons; below 768 px a sheet. */
export function Sidebar() {
  const { isMobile, expanded } = useSidebar();
  if (isMobile) {
    return (
      <Suspense>
        <SidebarSheet />
      </Suspense>
    );
  }
  return (
    <SidebarHints enabled={!expanded}>
      <aside
        data-state={expanded ? 'expanded' : 'collapsed'}
        aria-label="Sidebar"
        className={cn(
          'sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden border-r border-sidebar-border bg-sidebar text-sidebar-foreground transition-[width] duration-150',
          expanded ? 'w-[16rem]' : 'w-[3rem]',
        )}
      >
        <div
          className={cn('flex h-16 shrink-0 items-center', expanded ? 'justify-between pr-2 pl-4' : 'justify-center')}
        >
          {expanded ? <Brand /> : null}
          <SidebarToggle />
        </div>
        <SidebarBody />
      </aside>
    </SidebarHints>
  );
}

function SidebarToggle() {
  const { expanded, toggle } = useSidebar();
  const classes = useItemClasses();
  const Icon = expanded ? PanelLeftClose : PanelLeftOpen;
  return (
    <button
      type="button"
      onClick={toggle}
      data-hint={expanded ? undefined : 'Expand sidebar'}
      aria-expanded={expanded}
      aria-keyshortcuts="Control+B Meta+B"
      className={cn(classes.item, 'size-8 justify-center px-0')}
    >
      <Icon aria-hidden="true" />
      <span className="sr-only">{expanded ? 'Collapse sidebar' : 'Expand sidebar'}</span>
    </button>
  );
}
