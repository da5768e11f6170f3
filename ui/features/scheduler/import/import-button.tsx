import { FileUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { importMessages } from '@/features/scheduler/import/messages.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

const ImportDialog = lazyPart('ImportDialog', () => import('@/features/scheduler/import/import-dialog.tsx'));

/** Opens the dialog that imports posts from a file. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <FileUp aria-hidden="true" />
        {importMessages.open}
      </Button>
      <Suspense>{isOpen ? <ImportDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
