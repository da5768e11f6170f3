import { useState } from 'react';
import { FormDialog } from '@/components/form-dialog.tsx';
import { TextareaField } from '@/components/text-fields.tsx';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { mediaMessages } from '@/features/compose/media/messages.ts';
import { MEDIA_ALT_MAX } from '../../../../shared/posts/media-library.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

const words = mediaMessages.altDialog;

type AltDialogProps = { item: MediaItem; onSave: (alt: string) => void; onClose: () => void };

export function AltDialog({ item, onSave, onClose }: AltDialogProps) {
  const [alt, setAlt] = useState(item.alt ?? '');
  const [slide] = slidesOf({ media: [item], media_url: null, content_type: 'image' });

  function submit() {
    onSave(alt.trim());
    onClose();
  }

  return (
    <FormDialog
      title={words.title}
      description={words.text}
      cancel={words.cancel}
      confirm={words.save}
      className="max-w-md"
      onSubmit={submit}
      onClose={onClose}
    >
      <div
        aria-hidden="true"
        className="flex h-48 items-center justify-center overflow-hidden rounded-md border bg-muted [&_img]:object-contain"
      >
        {slide ? <SlideThumbnail slide={slide} /> : null}
      </div>
      <TextareaField
        label={words.label}
        dir="auto"
        rows={3}
        maxLength={MEDIA_ALT_MAX}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
    </FormDialog>
  );
}
