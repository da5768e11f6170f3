import type { ReactNode } from 'react';
import { FileUses } from '@/features/media/file-uses.tsx';
import { type MediaFile, sizeLabel } from '@/features/media/media-file.ts';
import { viewerMessages } from '@/features/media/messages.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';

/** What is known of a file. `dimensions` in pixels, such as "1080 × 1350"; null until the browser has read it. */
export function FileDetails({ file, dimensions }: { file: MediaFile; dimensions: string | null }) {
  const timeZone = useTimeZone();
  return (
    <dl className="flex flex-col gap-3.5 text-sm">
      <Detail term={viewerMessages.size}>{sizeLabel(file)}</Detail>
      {dimensions ? <Detail term={viewerMessages.dimensions}>{dimensions}</Detail> : null}
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
