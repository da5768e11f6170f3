import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names.ts';

/** A card with a hairline border and no shadow. */
export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      data-slot="card"
      className={cn('flex flex-col rounded-lg border bg-card text-card-foreground', className)}
      {...props}
    />
  );
}

/** The top of a card: title, description, and CardAction at the far end. */
export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card-header"
      className={cn(
        'grid auto-rows-min items-start gap-x-4 gap-y-1 px-5 pt-5 pb-4 has-data-[slot=card-action]:grid-cols-[1fr_auto] sm:px-6',
        className,
      )}
      {...props}
    />
  );
}

/** The card's heading, level 2. */
export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 data-slot="card-title" className={cn('text-base leading-snug font-semibold', className)} {...props}>
      {children}
    </h2>
  );
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return (
    <p
      data-slot="card-description"
      className={cn('max-w-prose text-sm text-muted-foreground text-pretty', className)}
      {...props}
    />
  );
}

export function CardAction({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card-action"
      className={cn('col-start-2 row-span-2 row-start-1 self-start justify-self-end', className)}
      {...props}
    />
  );
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-content" className={cn('px-5 pb-5 sm:px-6 sm:pb-6', className)} {...props} />;
}
