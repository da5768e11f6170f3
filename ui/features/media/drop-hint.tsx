import { Upload } from 'lucide-react';
import { mediaMessages } from '@/features/media/messages.ts';

/** Covers the window while files are dragged over it. */
export function DropHint() {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-background/85 p-6">
      <div className="flex size-full flex-col items-center justify-center gap-1 rounded-xl border-2 border-primary border-dashed text-center">
        <Upload className="mb-3 size-7 text-primary" strokeWidth={1.6} aria-hidden="true" />
        <p className="text-lg font-semibold">{mediaMessages.drop}</p>
        <p className="text-sm text-muted-foreground">{mediaMessages.dropHint}</p>
      </div>
    </div>
  );
}
