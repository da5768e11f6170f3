import { FileVideo, Upload, X } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { Button } from '@/components/button.tsx';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { createMessages } from '@/features/create/messages.ts';
import { videoProblem } from '@/features/create/video.ts';
import { cn } from '@/lib/class-names.ts';
import { formatSize } from '@/lib/format.ts';
import { VIDEO_MIME_TYPE } from '../../../shared/posts/content-project.ts';

type VideoFieldProps = {
  video: File | null;
  onChange: (video: File | null) => void;
  /** The file input, so that the form can take the focus there. */
  ref: RefObject<HTMLInputElement | null>;
};

/**
 * The optional video: chosen, shown with its name and size, removable; a file that cannot be uploaded says why at once
 * (§5, §9).
 */
export function VideoField({ video, onChange, ref }: VideoFieldProps) {
  const id = useId();
  const problem = video ? videoProblem(video) : null;

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
          // So that choosing the same file again, after it was removed, is a change again.
          event.target.value = '';
        }}
      />
      {video ? (
        <div
          className={cn(
            'flex items-center gap-3 rounded-md border border-input py-1.5 pr-1.5 pl-3',
            problem && 'border-destructive',
          )}
        >
          <FileVideo className="size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
          <span className="min-w-0 flex-1 text-sm break-words" dir="auto">
            {video.name}
          </span>
          <span className="shrink-0 text-sm text-muted-foreground tabular-nums">{formatSize(video.size)}</span>
          <Button variant="ghost" size="icon-sm" aria-label={createMessages.removeVideo(video.name)} onClick={remove}>
            <X aria-hidden="true" />
          </Button>
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
