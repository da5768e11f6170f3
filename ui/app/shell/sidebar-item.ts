import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { cn } from '@/lib/class-names.ts';

const sidebarItem =
  "flex h-9 w-full items-center gap-3 rounded-md px-2.5 text-left text-sm font-medium whitespace-nowrap transition-colors duration-150 hover:bg-sidebar-accent hover:text-foreground disabled:opacity-55 [&_svg:not([class*='size-'])]:size-4.5 [&_svg]:shrink-0";

/**
 * How a row of the sidebar and its words look: `wide` with words, taller for fingers in the sheet; collapsed, the words
 * are for screen readers and the tooltip only.
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
