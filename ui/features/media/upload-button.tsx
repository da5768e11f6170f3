import { Upload } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { mediaMessages } from '@/features/media/messages.ts';
import { MEDIA_TYPES } from '../../../shared/media-bucket.ts';

const ACCEPT = Object.keys(MEDIA_TYPES).join(',');

type UploadButtonProps = { onFiles: (files: File[]) => void; ref: RefObject<HTMLButtonElement | null> };

/** Chooses files to upload, several at once. */
export function UploadButton({ onFiles, ref }: UploadButtonProps) {
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
          // So that choosing the same file again is a change again.
          target.value = '';
        }}
      />
    </>
  );
}
