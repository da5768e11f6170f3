import type { ComponentProps, ElementType, ReactNode } from 'react';
import { cn } from '@/lib/class-names.ts';

/**
 * An element or component with these classes, to which each use may add its own `className`. `slot` names it in the
 * document.
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
