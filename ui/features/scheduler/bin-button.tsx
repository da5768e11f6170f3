import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';

const BinDialog = lazy(async () => ({ default: (await import('@/features/scheduler/bin-dialog.tsx')).BinDialog }));

/** Opens the posts that were deleted within the last day. */
export function BinButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" className="-mx-3 text-muted-foreground" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        {schedulerMessages.bin.title}
      </Button>
      <Suspense>{isOpen ? <BinDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
