import { ChevronLeft, ChevronRight, Download, Trash2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { DeleteDialog } from '@/features/media/delete-dialog.tsx';
import { DetailsForm } from '@/features/media/details-form.tsx';
import { FileUses } from '@/features/media/file-uses.tsx';
import { durationLabel, type MediaFile, sizeLabel, titleOf, typeLabel } from '@/features/media/media-file.ts';
import { MediaView } from '@/features/media/media-preview.tsx';
import { viewerMessages } from '@/features/media/messages.ts';
import { useRestoreFiles } from '@/features/media/use-file-actions.ts';
import { useMediaSource } from '@/features/media/use-media-source.ts';
import { formatDateTime } from '@/lib/time.ts';

type MediaViewerProps = {
  file: MediaFile;
  /** The list for the arrow keys. */
  files: MediaFile[];
  onChange: (file: MediaFile) => void;
  onClose: () => void;
};

/** One file, enlarged, with its details, uses and actions. The left and right arrow keys open its neighbours. */
export function MediaViewer({ file, files, onChange, onClose }: MediaViewerProps) {
  const [dimensions, setDimensions] = useState<{ id: string; size: string } | null>(null);
  const [deleting, setDeleting] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const index = files.findIndex(({ id }) => id === file.id);
  const previous = files[index - 1];
  const next = index === -1 ? undefined : files[index + 1];
  const described = `${titleOf(file)}, ${formatDateTime(file.created_at, useTimeZone())}`;
  const alt = file.alt || described;

  function onKeyDown(event: KeyboardEvent) {
    // A video's controls use the arrow keys to seek, and fields to move the cursor.
    const isTaken = event.target instanceof Element && event.target.matches('video, input, textarea');
    if (isTaken || deleting) return;
    const neighbour = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined;
    if (neighbour) onChange(neighbour);
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        ref={content}
        className="max-w-5xl grid-cols-[minmax(0,1fr)] gap-0 p-0 outline-none md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_1fr]"
        onKeyDown={onKeyDown}
        onOpenAutoFocus={(event) => {
          // Not on the video, whose controls would capture the arrow keys.
          event.preventDefault();
          content.current?.focus();
        }}
      >
        <DialogHeader className="min-w-0 flex-row items-center justify-between gap-3 py-4 pr-14 pl-5 sm:pl-6 md:col-start-2">
          <DialogTitle dir="auto" className="min-w-0 truncate" title={titleOf(file)}>
            {titleOf(file)}
          </DialogTitle>
          <DialogDescription className="sr-only">{viewerMessages.description}</DialogDescription>
          <div className="flex shrink-0 gap-1">
            <Step label={viewerMessages.previous} icon={ChevronLeft} target={previous} onChange={onChange} />
            <Step label={viewerMessages.next} icon={ChevronRight} target={next} onChange={onChange} />
          </div>
        </DialogHeader>
        <div className="flex min-h-60 min-w-0 items-start justify-center border-y bg-muted md:col-start-1 md:row-span-2 md:row-start-1 md:border-y-0 md:border-r">
          <div className="flex w-full items-center justify-center md:sticky md:top-0 md:h-[88dvh] md:max-h-full">
            <MediaView key={file.id} file={file} alt={alt} onSize={(size) => setDimensions({ id: file.id, size })} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5 px-5 pt-4 pb-5 sm:px-6 md:col-start-2 md:pt-1">
          {file.deleted_at === null ? <DetailsForm key={file.id} file={file} /> : null}
          <FileDetails file={file} dimensions={dimensions?.id === file.id ? dimensions.size : null} />
          <div className="mt-auto flex flex-wrap items-center gap-2 border-t pt-4">
            <DownloadLink file={file} />
            {file.deleted_at === null ? (
              <Button
                variant="ghost"
                className="text-destructive pointer-coarse:h-11"
                onClick={() => setDeleting(true)}
              >
                <Trash2 aria-hidden="true" />
                {viewerMessages.delete}
              </Button>
            ) : (
              <RestoreButton file={file} onRestored={onClose} />
            )}
          </div>
        </div>
        {deleting ? <DeleteDialog files={[file]} onClose={() => setDeleting(false)} onDeleted={onClose} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function RestoreButton({ file, onRestored }: { file: MediaFile; onRestored: () => void }) {
  const restoring = useRestoreFiles();
  return (
    <Button
      variant="outline"
      className="pointer-coarse:h-11"
      aria-disabled={restoring.isPending}
      onClick={() => restoring.isPending || restoring.mutate([file.path], { onSuccess: onRestored })}
    >
      <Undo2 aria-hidden="true" />
      {viewerMessages.restore}
    </Button>
  );
}

function DownloadLink({ file }: { file: MediaFile }) {
  const { source } = useMediaSource(file.path);
  if (source.state !== 'ready') return null;
  const name = file.name ?? file.path.split('/').at(-1) ?? file.path;
  return (
    <Button asChild variant="outline" className="pointer-coarse:h-11">
      <a href={`${source.url}&download=${encodeURIComponent(name)}`} download={name}>
        <Download aria-hidden="true" />
        {viewerMessages.download}
      </a>
    </Button>
  );
}

type StepProps = {
  label: string;
  icon: typeof ChevronLeft;
  target: MediaFile | undefined;
  onChange: (file: MediaFile) => void;
};

/** Stays focusable at the ends, to keep the focus after the last step. */
function Step({ label, icon: Icon, target, onChange }: StepProps) {
  return (
    <IconButton
      icon={Icon}
      label={label}
      aria-disabled={!target}
      className="pointer-coarse:size-11"
      onClick={() => target && onChange(target)}
    />
  );
}

/** A file's details. `dimensions` in pixels, such as "1080 × 1350"; null until the browser has loaded it. */
function FileDetails({ file, dimensions }: { file: MediaFile; dimensions: string | null }) {
  const timeZone = useTimeZone();
  const pixels = dimensions ?? (file.width !== null && file.height !== null ? `${file.width} × ${file.height}` : null);
  return (
    <dl className="flex flex-col gap-3.5 text-sm">
      <Detail term={viewerMessages.type}>{`${typeLabel(file)}, ${sizeLabel(file)}`}</Detail>
      {pixels ? <Detail term={viewerMessages.dimensions}>{pixels}</Detail> : null}
      {file.duration_seconds === null ? null : (
        <Detail term={viewerMessages.duration}>{durationLabel(file.duration_seconds)}</Detail>
      )}
      <Detail term={viewerMessages.added}>
        <time dateTime={file.created_at}>{formatDateTime(file.created_at, timeZone)}</time>
      </Detail>
      <Detail term={viewerMessages.storedAs}>
        <code className="font-mono text-xs break-all">{file.path}</code>
      </Detail>
      <Detail term={viewerMessages.usedIn}>
        <FileUses uses={file.uses} linked />
      </Detail>
    </dl>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-xs text-muted-foreground">{term}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </div>
  );
}
