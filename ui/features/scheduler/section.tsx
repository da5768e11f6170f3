import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';

/** The ids of the screen's two lists, for the links on narrow screens. */
export const SECTIONS = { content: 'generated-content', timeline: 'timeline' } as const;

/** A card that links can target: receives the focus and stops below the sticky bar. */
export function Section({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Card id={id} tabIndex={-1} className="scroll-mt-18 md:scroll-mt-4">
      {children}
    </Card>
  );
}

type MoreButtonProps = { label: string; busy: boolean; onClick: () => void; className?: string };

/** Loads a list's next page; keeps the focus meanwhile. */
export function MoreButton({ label, busy, onClick, className }: MoreButtonProps) {
  return (
    <Button variant="outline" className={className} aria-disabled={busy} onClick={() => busy || onClick()}>
      {busy ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
      {label}
    </Button>
  );
}
