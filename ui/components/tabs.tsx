import { Tabs as TabsPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names.ts';

/** Tabs with panels, of which one is shown. Arrow keys switch tabs. */
export function Tabs(props: ComponentProps<typeof TabsPrimitive.Root>) {
  return <TabsPrimitive.Root data-slot="tabs" {...props} />;
}

/** The row of tabs; set an `aria-label`. */
export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return <TabsPrimitive.List data-slot="tabs-list" className={cn('flex flex-wrap gap-1.5', className)} {...props} />;
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return <TabsPrimitive.Trigger data-slot="tabs-trigger" className={cn(TAB_CLASSES, className)} {...props} />;
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content data-slot="tabs-content" className={cn('rounded-md', className)} {...props} />;
}

/** The style of a choice in a row: a tab, or a button with aria-pressed without a panel. */
export const TAB_CLASSES =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md border px-2.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent aria-pressed:border-primary/40 aria-pressed:bg-primary/8 aria-pressed:text-foreground data-[state=active]:border-primary/40 data-[state=active]:bg-primary/8 data-[state=active]:text-foreground max-sm:min-h-11 pointer-coarse:min-h-11';
