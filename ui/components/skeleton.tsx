import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names.ts';

/** A grey placeholder while loading; hidden from screen readers, so render "Loading..." as well. */
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
