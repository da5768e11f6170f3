import type { ComponentProps, ElementType, ReactNode } from 'react';
import { cn } from '@/lib/class-names.ts';

/**
 * Returns a component that renders `Part` with these classes, plus each use's own `className`. `slot` sets its
 * data-slot attribute.
 */
export function styled<Part extends ElementType>(
  Part: Part,
  slot: string,
  classes: string,
): (props: ComponentProps<Part>) => ReactNode {
  const Styled: ElementType = Part;
  return ({ className, ...props }: { className?: string }) => (
    <Styled data-slot={slot} className={cn(classes, className)} {...props} />
  );
}
