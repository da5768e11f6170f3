import { Progress as ProgressPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names.ts';

/** A progress bar: `value` 0 to 100, or null while unknown. Label it with `aria-label`. */
export function Progress({ className, value, ...props }: ComponentProps<typeof ProgressPrimitive.Root>) {
  return (
    <ProgressPrimitive.Root
      data-slot="progress"
      value={value}
      className={cn('relative h-1.5 w-full overflow-hidden rounded-full bg-foreground/10', className)}
      {...props}
    >
      <ProgressPrimitive.Indicator
        className="h-full rounded-full bg-primary transition-[width] duration-150 data-[state=indeterminate]:w-1/3 data-[state=indeterminate]:animate-pulse"
        style={typeof value === 'number' ? { width: `${value}%` } : undefined}
      />
    </ProgressPrimitive.Root>
  );
}
