import { type RefObject, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { uploadMessages } from '@/features/media/messages.ts';
import { isOpen, type Upload, type UploadQueue } from '@/features/media/upload-queue.ts';
import { UploadRow } from '@/features/media/upload-row.tsx';

type UploadPanelProps = {
  queue: UploadQueue;
  uploads: readonly Upload[];
  /** Takes the focus when the list is gone. */
  afterwards: RefObject<HTMLElement | null>;
};

/** The files on their way, each with how far it is and a way out, and those that did not make it, with the reason. */
export function UploadPanel({ queue, uploads, afterwards }: UploadPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = uploads.filter(isOpen).length;

  /** Keeps the focus near, because the button that was pressed goes away. */
  function refocus() {
    (queue.uploads().length > 0 ? heading : afterwards).current?.focus();
  }

  return (
    <Card className="overflow-hidden">
      <div className="flex items-start justify-between gap-4 px-4 pt-4 pb-3 sm:px-5">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-base leading-snug font-semibold tabular-nums">
            <span role="status">{uploadMessages.title(open)}</span>
          </h2>
          {open > 0 ? <p className="text-sm text-muted-foreground">{uploadMessages.goesOn}</p> : null}
        </div>
        <Button
          variant="outline"
          size="sm"
          className="pointer-coarse:h-11"
          onClick={() => {
            queue.clear();
            refocus();
          }}
        >
          {open > 0 ? uploadMessages.cancelAll : uploadMessages.dismissAll}
        </Button>
      </div>
      <ul className="max-h-80 divide-y overflow-y-auto border-t">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => {
              queue.retry(upload.id);
              heading.current?.focus();
            }}
            onRemove={() => {
              queue.remove(upload.id);
              refocus();
            }}
          />
        ))}
      </ul>
    </Card>
  );
}
