import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { videoMessages } from '@/domain/video/messages.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { VIDEO_PICTURES_MAX } from '../../../shared/video/making.ts';

const words = videoMessages.pictures;

const LibraryDialog = lazyPart('LibraryDialog', () => import('@/domain/media/library-dialog.tsx'));

/** `pictures`: paths in the bucket. */
type PicturesFieldProps = { pictures: readonly string[]; onChange: (pictures: string[]) => void };

/** The pictures behind the scenes, in order: the post's own, or others from the library. */
export function PicturesField({ pictures, onChange }: PicturesFieldProps) {
  const [isPicking, setPicking] = useState(false);
  const [said, say] = useState('');
  const list = useRef<HTMLFieldSetElement>(null);
  const room = VIDEO_PICTURES_MAX - pictures.length;

  /** Focuses the picture at this position, else the last one, else the add button, after the next rendering. */
  function focus(place: number) {
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [];
      const button = buttons[place] ?? buttons[buttons.length - 1];
      (button ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    });
  }

  function move(from: number, to: number) {
    const moved = pictures[from];
    if (moved === undefined) return;
    onChange(pictures.toSpliced(from, 1).toSpliced(to, 0, moved));
    say(words.moved(to + 1, pictures.length));
    focus(to);
  }

  function remove(place: number) {
    onChange(pictures.toSpliced(place, 1));
    say(words.removed);
    focus(place);
  }

  return (
    <fieldset ref={list} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{words.title}</legend>
      <p className="text-[0.8125rem] text-muted-foreground">{pictures.length > 0 ? words.hint : words.none}</p>
      <div className="flex flex-wrap items-center gap-2">
        {pictures.map((path, place) => (
          <Menu
            // biome-ignore lint/suspicious/noArrayIndexKey: one picture may stand behind several scenes.
            key={`${path} ${place}`}
            align="start"
            trigger={
              <button
                type="button"
                data-picture
                aria-label={words.picture(place + 1, pictures.length)}
                className="relative h-18 w-12 overflow-hidden rounded-md border bg-muted hover:border-foreground/40"
              >
                <span aria-hidden="true" className="flex size-full items-center justify-center">
                  <SlideThumbnail slide={{ path, url: null, kind: 'image', alt: null }} />
                </span>
                <span
                  aria-hidden="true"
                  className="absolute right-1 bottom-1 flex size-4.5 items-center justify-center rounded-full bg-card/95 text-[0.6875rem] font-semibold tabular-nums"
                >
                  {place + 1}
                </span>
              </button>
            }
          >
            <MenuItem icon={ArrowLeft} disabled={place === 0} onSelect={() => move(place, place - 1)}>
              {words.earlier}
            </MenuItem>
            <MenuItem
              icon={ArrowRight}
              disabled={place === pictures.length - 1}
              onSelect={() => move(place, place + 1)}
            >
              {words.later}
            </MenuItem>
            <MenuItem icon={Trash2} className="text-destructive" onSelect={() => remove(place)}>
              {words.remove}
            </MenuItem>
          </Menu>
        ))}
        <Button variant="outline" size="sm" data-add disabled={room <= 0} onClick={() => setPicking(true)}>
          <ImagePlus aria-hidden="true" />
          {words.add}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <Suspense>
        {isPicking ? (
          <LibraryDialog
            most={room}
            purpose="pictures"
            onPick={(items) => onChange([...pictures, ...items.map(({ path }) => path)])}
            onClose={() => setPicking(false)}
          />
        ) : null}
      </Suspense>
    </fieldset>
  );
}
