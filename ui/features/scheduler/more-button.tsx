import { LoaderCircle } from 'lucide-react';
import { Button } from '@/components/button.tsx';

type MoreButtonProps = { label: string; busy: boolean; onClick: () => void; className?: string };

/** Reads the next page of a list; keeps the focus while it does. */
export function MoreButton({ label, busy, onClick, className }: MoreButtonProps) {
  return (
    <Button variant="outline" className={className} aria-disabled={busy} onClick={() => busy || onClick()}>
      {busy ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
      {label}
    </Button>
  );
}
