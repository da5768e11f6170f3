import { Upload } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { MediaLibrary } from '@/features/media/media-library.tsx';
import { mediaMessages } from '@/features/media/messages.ts';
import { UploadPanel } from '@/features/media/upload-panel.tsx';
import { useUploads } from '@/features/media/use-uploads.ts';
import { MEDIA_TYPES } from '../../../shared/posts/media-bucket.ts';

/**
 * Media Library (§2): the files of the bucket media-assets, and uploads by button or by dropping files anywhere on the
 * screen.
 */
export function MediaScreen() {
  const { queue, uploads } = useUploads();
  const button = useRef<HTMLButtonElement>(null);
  const dragging = useFileDrop(queue.add);
  return (
    <Page>
      <PageHeader
        title={mediaMessages.title}
        subtitle={mediaMessages.subtitle}
        actions={<UploadButton ref={button} onFiles={queue.add} />}
      />
      {uploads.length > 0 ? <UploadPanel queue={queue} uploads={uploads} afterwards={button} /> : null}
      <MediaLibrary />
      {dragging ? <DropHint /> : null}
    </Page>
  );
}

function DropHint() {
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

/**
 * Whether files are being dragged over the window; files dropped anywhere in it are passed to `onFiles` instead of
 * opened by the browser.
 */
function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      // Only leaving the window has no related element.
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      take(Array.from(event.dataTransfer?.files ?? []));
    };
    addEventListener('dragenter', onDrag);
    addEventListener('dragover', onDrag);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragenter', onDrag);
      removeEventListener('dragover', onDrag);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);

  return dragging;
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

const ACCEPT = Object.keys(MEDIA_TYPES).join(',');

type UploadButtonProps = { onFiles: (files: File[]) => void; ref: RefObject<HTMLButtonElement | null> };

function UploadButton({ onFiles, ref }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button ref={ref} className="pointer-coarse:h-11" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {mediaMessages.upload}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        hidden
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </>
  );
}
