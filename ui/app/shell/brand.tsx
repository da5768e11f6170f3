import { cn } from '@/lib/class-names.ts';
import { PRODUCT_NAME } from '@/lib/messages.ts';

/** The product's logo: an "L" and its dot, in the accent colour. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-7 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <path
        d="M9 8.5v15h9.5"
        className="fill-none stroke-primary-foreground"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="21.5" cy="10.5" r="2.6" className="fill-primary-foreground" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="flex items-center gap-2.5 font-semibold tracking-[-0.014em] text-foreground">
      <BrandMark />
      {PRODUCT_NAME}
    </span>
  );
}
