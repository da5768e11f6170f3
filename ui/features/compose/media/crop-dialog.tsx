import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { cropArea, cropPicture, SHAPES } from '@/features/compose/media/crop.ts';
import { mediaMessages } from '@/features/compose/media/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { useObjectUrl } from '@/lib/use-object-url.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

const words = mediaMessages.cropDialog;
const ZOOM_MAX = 4;
/** Distance per arrow key, as a fraction of the picture. */
const STEP = 0.02;

type CropDialogProps = {
  item: MediaItem;
  /** Stores the cropped picture; returns whether that succeeded. */
  onCropped: (file: File) => Promise<boolean>;
  onClose: () => void;
};

/** Crops a picture to a platform's shape, into a new file. */
export function CropDialog({ item, onCropped, onClose }: CropDialogProps) {
  const id = useId();
  const supabase = useSupabase();
  const file = useQuery({
    queryKey: ['media', 'picture', item.path || item.url],
    // As a same-origin file: a canvas cannot export a picture from another origin.
    queryFn: async ({ client, signal }) => {
      const url = item.path ? await client.fetchQuery(mediaUrlQuery(supabase, item.path)) : item.url;
      const answer = url ? await fetch(url, { signal }) : null;
      if (!answer?.ok) throw new Error(words.loadFailed);
      return answer.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const url = useObjectUrl(file.data);
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [shape, setShape] = useState<(typeof SHAPES)[number]['id']>('portrait');
  const [zoom, setZoom] = useState(1);
  const [middle, setMiddle] = useState({ x: 0.5, y: 0.5 });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { ratio } = SHAPES.find((candidate) => candidate.id === shape) ?? SHAPES[0];
  const area = size && cropArea(size, ratio, zoom, middle);

  function move(x: number, y: number) {
    if (!size || !area) return;
    // Relative to the visible area: a centre beyond the edge would first have to be moved back.
    const next = { x: (area.x + area.width / 2) / size.width + x, y: (area.y + area.height / 2) / size.height + y };
    const held = cropArea(size, ratio, zoom, next);
    setMiddle({ x: (held.x + held.width / 2) / size.width, y: (held.y + held.height / 2) / size.height });
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const box = picture.current?.getBoundingClientRect();
    if (event.buttons !== 1 || !box) return;
    move(event.movementX / box.width, event.movementY / box.height);
  }

  async function save() {
    if (!picture.current || !area || !file.data) return;
    setBusy(true);
    setError(null);
    try {
      const cropped = await cropPicture(picture.current, area, file.data.type);
      onClose();
      await onCropped(cropped);
    } catch (failure) {
      setError(words.failed(failureReason(failure)));
      setBusy(false);
    }
  }

  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-2xl grid-cols-[minmax(0,1fr)] max-sm:p-4">
        <DialogHeading title={words.title} description={words.text} />
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{words.shape}</legend>
          {SHAPES.map(({ id: name, label, fits }) => (
            <button
              key={name}
              type="button"
              aria-pressed={shape === name}
              title={`${label} (${fits})`}
              className={TAB_CLASSES}
              onClick={() => setShape(name)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <div className="flex min-h-40 justify-center">
          {url ? (
            <div className="relative max-w-full touch-none overflow-hidden rounded-md border select-none">
              <img
                ref={picture}
                src={url}
                alt={item.alt ?? ''}
                draggable={false}
                className="max-h-[45dvh] max-w-full"
                onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                  setSize({ width: naturalWidth, height: naturalHeight })
                }
                onError={() => setError(words.loadFailed)}
              />
              {area && size ? (
                <div
                  role="application"
                  aria-label={words.frame}
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys.
                  tabIndex={0}
                  onKeyDown={onKeyDown}
                  onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                  onPointerMove={onPointerMove}
                  className="absolute cursor-move border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)]"
                  style={{
                    left: percent(area.x, size.width),
                    top: percent(area.y, size.height),
                    width: percent(area.width, size.width),
                    height: percent(area.height, size.height),
                  }}
                />
              ) : null}
            </div>
          ) : file.isError ? null : (
            <Skeleton className="h-60 w-full" />
          )}
        </div>
        <div className="flex items-center gap-3 text-sm">
          <label htmlFor={`${id}-zoom`}>{words.zoom}</label>
          <input
            id={`${id}-zoom`}
            type="range"
            min={1}
            max={ZOOM_MAX}
            step={0.05}
            value={zoom}
            className="flex-1 accent-primary"
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </div>
        <FieldError>{file.isError ? words.loadFailed : error}</FieldError>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={isBusy || !area} onClick={() => void save()}>
            {isBusy ? words.busy : words.save}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
