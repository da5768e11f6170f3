import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names.ts';

/** The grey shape of something that is loading; hidden from screen readers, so say "Loading..." beside it. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden="true"
      className={cn('animate-pulse rounded-md bg-foreground/8', className)}
      {...props}
    />
  );
}
