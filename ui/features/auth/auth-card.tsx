import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '@/lib/messages.ts';

/** The card of the sign-in screen: the product's title, one line, and the form. */
export function AuthCard({
  heading,
  subtitle,
  children,
}: {
  heading?: string;
  subtitle: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-12">
      <div className="w-full max-w-sm">
        <img src="/icon.svg" alt="" className="mb-6 size-11" />
        <h1 data-page-heading tabIndex={-1} className="text-[1.75rem] leading-tight font-semibold tracking-[-0.024em]">
          {heading ?? PRODUCT_NAME}
        </h1>
        <p className="mt-1.5 text-muted-foreground text-pretty">{subtitle}</p>
        <div className="mt-8">{children}</div>
      </div>
    </main>
  );
}
