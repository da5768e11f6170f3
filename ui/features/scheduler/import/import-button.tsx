import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { importMessages } from '@/features/scheduler/import/messages.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('@/features/scheduler/import/import-dialog.tsx')).ImportDialog,
}));

/** Opens the import of a file of posts. */
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
