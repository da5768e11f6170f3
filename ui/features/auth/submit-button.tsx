import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';

/** The form's one button; "Please wait..." while it is being sent (§2). */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" size="lg" className="mt-1 w-full" disabled={busy}>
      {busy ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
      {busy ? 'Please wait...' : children}
    </Button>
  );
}
