import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { FormField } from '@/components/field.tsx';
import { Textarea } from '@/components/input.tsx';
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

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(alt.trim());
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription>{words.text}</DialogDescription>
        </DialogHeader>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <div
            aria-hidden="true"
            className="flex h-48 items-center justify-center overflow-hidden rounded-md border bg-muted [&_img]:object-contain"
          >
            {slide ? <SlideThumbnail slide={slide} /> : null}
          </div>
          <FormField label={words.label}>
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                rows={3}
                maxLength={MEDIA_ALT_MAX}
                value={alt}
                onChange={(event) => setAlt(event.target.value)}
              />
            )}
          </FormField>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.save}</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
