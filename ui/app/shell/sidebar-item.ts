import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { cn } from '@/lib/class-names.ts';

const sidebarItem =
  "flex h-9 w-full items-center gap-3 rounded-md px-2.5 text-left text-sm font-medium whitespace-nowrap transition-colors duration-150 hover:bg-sidebar-accent hover:text-foreground disabled:opacity-55 [&_svg:not([class*='size-'])]:size-4.5 [&_svg]:shrink-0";

/**
 * The classes of a sidebar row: `wide` rows show their label, and are taller for touch in the sheet. In collapsed rows,
 * the label is only for screen readers and the tooltip.
 */
export function useItemClasses() {
  const { expanded, isMobile } = useSidebar();
  const wide = expanded || isMobile;
  return {
    wide,
    item: cn(sidebarItem, isMobile && 'h-11', !wide && 'h-8 justify-center px-0'),
    label: wide ? 'truncate' : 'sr-only',
  };
}
