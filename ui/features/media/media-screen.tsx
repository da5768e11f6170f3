import { useRef } from 'react';
import { PageHeader } from '@/components/page-header.tsx';
import { DropHint } from '@/features/media/drop-hint.tsx';
import { MediaLibrary } from '@/features/media/media-library.tsx';
import { mediaMessages } from '@/features/media/messages.ts';
import { UploadButton } from '@/features/media/upload-button.tsx';
import { UploadPanel } from '@/features/media/upload-panel.tsx';
import { useFileDrop } from '@/features/media/use-file-drop.ts';
import { useUploads } from '@/features/media/use-uploads.ts';

/** Media Library (§2): the files of the bucket media-assets, and uploads to it by button or by dropping files anywhere on the screen. */
export function MediaScreen() {
  const { queue, uploads } = useUploads();
  const button = useRef<HTMLButtonElement>(null);
  const dragging = useFileDrop(queue.add);
  return (
    <div className="flex flex-col gap-7">
      <PageHeader
        title={mediaMessages.title}
        subtitle={mediaMessages.subtitle}
        actions={<UploadButton ref={button} onFiles={queue.add} />}
      />
      {uploads.length > 0 ? <UploadPanel queue={queue} uploads={uploads} afterwards={button} /> : null}
      <MediaLibrary />
      {dragging ? <DropHint /> : null}
    </div>
  );
}
