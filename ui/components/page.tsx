import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names.ts';

/**
 * The layout of every screen: the same width, and the same distance between its parts. `wide` uses the whole window,
 * for wide content such as a calendar.
 */
export function Page({ wide = false, className, ...props }: ComponentProps<'div'> & { wide?: boolean }) {
  return (
    <div
      data-slot="page"
      className={cn(
        'mx-auto flex w-full min-w-0 flex-col gap-6 lg:gap-7',
        wide ? 'max-w-none' : 'max-w-320',
        className,
      )}
      {...props}
    />
  );
}
