import { RotateCw, X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Progress } from '@/components/progress.tsx';
import { uploadMessages } from '@/features/media/messages.ts';
import { isOpen, type Upload, type UploadQueue } from '@/features/media/upload-queue.ts';
import { formatSize } from '@/lib/format.ts';

type UploadPanelProps = {
  queue: UploadQueue;
  uploads: readonly Upload[];
  /** Gets the focus when the list disappears. */
  afterwards: RefObject<HTMLElement | null>;
};

/** The pending uploads with their progress and cancel buttons, and failed ones with the reason. */
export function UploadPanel({ queue, uploads, afterwards }: UploadPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = uploads.filter(isOpen).length;

  /** Keeps the focus near, because the pressed button disappears. */
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

type UploadRowProps = { upload: Upload; onRetry: () => void; onRemove: () => void };

function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { name } = upload.file;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex items-baseline justify-between gap-4 text-sm">
          <span dir="auto" title={name} className="min-w-0 truncate font-medium">
            {name}
          </span>
          <UploadAmount upload={upload} />
        </p>
        {upload.state === 'sending' ? (
          <Progress value={percent(upload.sent, upload.file.size)} aria-label={uploadMessages.progress(name)} />
        ) : null}
        {'reason' in upload ? <p className="text-[0.8125rem] text-destructive text-pretty">{upload.reason}</p> : null}
      </div>
      {upload.state === 'failed' ? (
        <Button
          variant="outline"
          size="sm"
          className="pointer-coarse:h-11"
          aria-label={uploadMessages.retry(name)}
          onClick={onRetry}
        >
          <RotateCw aria-hidden="true" />
          {uploadMessages.tryAgain}
        </Button>
      ) : null}
      <IconButton
        icon={X}
        className="pointer-coarse:size-11"
        label={isOpen(upload) ? uploadMessages.cancel(name) : uploadMessages.dismiss(name)}
        onClick={onRemove}
      />
    </li>
  );
}

function UploadAmount({ upload }: { upload: Upload }) {
  return <span className="shrink-0 text-[0.8125rem] text-muted-foreground tabular-nums">{amount(upload)}</span>;
}

function amount(upload: Upload): string {
  const { size } = upload.file;
  if (upload.state === 'waiting') return uploadMessages.waiting;
  if (upload.state !== 'sending') return formatSize(size);
  return upload.sent >= size ? uploadMessages.storing : uploadMessages.sent(upload.sent, size);
}

/** Whole per cent, at most 100: the sent bytes may include the request's headers. */
function percent(sent: number, total: number): number {
  return Math.min(100, Math.floor((sent / total) * 100));
}
