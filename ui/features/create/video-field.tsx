import { FileVideo, Upload, X } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { Button } from '@/components/button.tsx';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { createMessages, videoErrors } from '@/features/create/messages.ts';
import { type StoredVideo, videoProblem } from '@/features/create/video.ts';
import { cn } from '@/lib/class-names.ts';
import { formatSize } from '@/lib/format.ts';
import { VIDEO_MIME_TYPE } from '../../../shared/posts/content-project.ts';

type VideoFieldProps = {
  video: File | StoredVideo | null;
  onChange: (video: File | null) => void;
  /** The file input, so that the form can focus it. */
  ref: RefObject<HTMLInputElement | null>;
};

/**
 * The optional video, new or existing; shown with its name and size, and can be replaced or removed. Rejects unsuitable
 * files at once (§5, §9).
 */
export function VideoField({ video, onChange, ref }: VideoFieldProps) {
  const id = useId();
  const problem = video && problemOf(video);

  function remove() {
    onChange(null);
    ref.current?.focus();
  }

  return (
    <Field className="relative">
      <FieldLabel htmlFor={id}>{createMessages.video}</FieldLabel>
      <input
        ref={ref}
        id={id}
        type="file"
        accept={VIDEO_MIME_TYPE}
        className="peer sr-only"
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-error` : `${id}-hint`}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChange(chosen);
          // Allows choosing the same file again after it was removed.
          event.target.value = '';
        }}
      />
      {video ? (
        <div
          className={cn(
            'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-input py-1.5 pr-1.5 pl-3 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring',
            problem && 'border-destructive',
          )}
        >
          <FileVideo className="size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
          <span className="min-w-0 flex-1 text-sm break-words" dir="auto">
            {video.name}
          </span>
          <span className="flex shrink-0 items-center gap-1">
            {video.size === null ? null : (
              <span className="mr-2 text-sm text-muted-foreground tabular-nums">{formatSize(video.size)}</span>
            )}
            <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={() => ref.current?.click()}>
              {createMessages.replaceVideo}
            </Button>
            <IconButton icon={X} label={createMessages.removeVideo(video.name)} onClick={remove} />
          </span>
        </div>
      ) : (
        <label
          htmlFor={id}
          className="flex h-16 items-center justify-center gap-2 rounded-md border border-input border-dashed text-sm font-medium transition-colors duration-150 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring peer-disabled:pointer-events-none peer-disabled:opacity-55 hover:bg-accent"
        >
          <Upload className="size-4 text-muted-foreground" aria-hidden="true" />
          {createMessages.chooseVideo}
        </label>
      )}
      <FieldDescription id={`${id}-hint`}>{createMessages.videoHint}</FieldDescription>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </Field>
  );
}

function problemOf(video: File | StoredVideo): string | null {
  if (video instanceof File) return videoProblem(video);
  return video.isMissing ? videoErrors.missing : null;
}
