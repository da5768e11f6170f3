import type { ComponentProps } from 'react';
import { fieldSurface } from '@/components/input.tsx';
import { cn } from '@/lib/class-names.ts';

/** A text field of several lines. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea data-slot="textarea" className={cn(fieldSurface, 'min-h-20 px-3 py-2', className)} {...props} />;
}
