import { Tabs as TabsPrimitive } from 'radix-ui';
import { styled } from '@/components/styled.tsx';

/** The style of a choice in a row: a tab, or a button with aria-pressed without a panel. */
export const TAB_CLASSES =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md border px-2.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent aria-pressed:border-primary/40 aria-pressed:bg-primary/8 aria-pressed:text-foreground data-[state=active]:border-primary/40 data-[state=active]:bg-primary/8 data-[state=active]:text-foreground max-sm:min-h-11 pointer-coarse:min-h-11';

/** Tabs with panels, of which one is shown. Arrow keys switch tabs. */
export const Tabs = TabsPrimitive.Root;

/** The row of tabs; set an `aria-label`. */
export const TabsList = styled(TabsPrimitive.List, 'tabs-list', 'flex flex-wrap gap-1.5');

export const TabsTrigger = styled(TabsPrimitive.Trigger, 'tabs-trigger', TAB_CLASSES);

export const TabsContent = styled(TabsPrimitive.Content, 'tabs-content', 'rounded-md');
