import type { ReactElement } from 'react';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { Tooltip, TooltipContent, TooltipTrigger } from '@/components/tooltip.tsx';
import { cn } from '@/lib/class-names.ts';

/** How a row of the sidebar looks. */
export const sidebarItem =
  "flex h-9 w-full items-center gap-3 rounded-md px-2.5 text-left text-sm font-medium whitespace-nowrap transition-colors duration-150 hover:bg-sidebar-accent hover:text-foreground disabled:opacity-55 [&_svg:not([class*='size-'])]:size-4.5 [&_svg]:shrink-0";

/** Rows and their words: collapsed, the words are for screen readers and the tooltip only. */
export function useItemClasses() {
  const { expanded, isMobile } = useSidebar();
  const wide = expanded || isMobile;
  return { item: cn(sidebarItem, !wide && 'h-8 justify-center px-0'), label: wide ? 'truncate' : 'sr-only' };
}

/** Names a row in a tooltip while the sidebar is collapsed. */
export function SidebarTooltip({ label, children }: { label: string; children: ReactElement }) {
  const { expanded, isMobile } = useSidebar();
  if (expanded || isMobile) return children;
  return (
    <Tooltip>
      <TooltipTrigger asChild>{children}</TooltipTrigger>
      <TooltipContent side="right">{label}</TooltipContent>
    </Tooltip>
  );
}
