import { Clapperboard, ImagePlus, Upload, X } from 'lucide-react';
import { type PointerEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { toast } from '@/components/toast.tsx';
import { MakingLine } from '@/domain/video/making-line.tsx';
import type { Making } from '@/domain/video/use-making.ts';
import { type Draft, isBlank, withMoved, withRedrawn } from '@/features/compose/draft/draft.ts';
import { DocumentChoice } from '@/features/compose/media/document-choice.tsx';
import { FitChoice } from '@/features/compose/media/fit-choice.tsx';
import { MediaTile } from '@/features/compose/media/media-tile.tsx';
import { mediaMessages as words } from '@/features/compose/media/messages.ts';
import type { Redrawn } from '@/features/compose/media/use-designs.ts';
import { useFileDrops } from '@/features/compose/media/use-file-drops.ts';
import { type PostUpload, useMediaUploads } from '@/features/compose/media/use-media-uploads.ts';
import { drag } from '@/lib/drag.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { MEDIA_MAX } from '../../../../shared/posts/compose.ts';
import { MEDIA_TYPES } from '../../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

const LibraryDialog = lazyPart('LibraryDialog', () => import('@/domain/media/library-dialog.tsx'));
const AltDialog = lazyPart('AltDialog', () => import('@/features/compose/media/alt-dialog.tsx'));
const VideoDetailsDialog = lazyPart(
  'VideoDetailsDialog',
  () => import('@/features/compose/media/video-details-dialog.tsx'),
);
const DesignDialog = lazyPart('DesignDialog', () => import('@/features/compose/media/design-dialog.tsx'));
const CropDialog = lazyPart('CropDialog', () => import('@/features/compose/media/crop-dialog.tsx'));

/** A media action with a dialog. `place` is an existing item's index. */
export type MediaTask = { kind: 'add' | 'video' } | { kind: 'alt' | 'crop' | 'design' | 'replace'; place: number };

type MediaCardProps = {
  draft: Draft;
  isFixed: boolean;
  onEdit: (change: (draft: Draft) => Draft) => void;
  task: MediaTask | null;
  onTask: (task: MediaTask | null) => void;
  /** The drop target for files. */
  dropArea: RefObject<HTMLElement | null>;
  making: Making;
};

/** A post's media in order: from the library, dropped, pasted or chosen files. */
export function MediaCard({ draft, isFixed, onEdit, task, onTask, dropArea, making }: MediaCardProps) {
  const { media } = draft;
  const list = useRef<HTMLOListElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const videoButton = useRef<HTMLButtonElement>(null);
  const endDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => endDrag.current?.(), []);
  const [said, say] = useState('');
  // A replacement picture keeps the key of the old one, so that the focus stays on its tile.
  const replaced = useRef(new Map<string, string>());
  const names = media.map((item) => replaced.current.get(addressOf(item)) ?? addressOf(item));
  const { uploads, add, remove } = useMediaUploads((item, cropped) =>
    put(cropped?.alt === undefined ? item : { ...item, alt: cropped.alt }, cropped),
  );
  const room = MEDIA_MAX - media.length;
  const isOver = useFileDrops(dropArea, isFixed, takeFiles);

  function put(item: MediaItem, replaces: MediaItem | null) {
    if (replaces) {
      const name = replaced.current.get(addressOf(replaces)) ?? addressOf(replaces);
      replaced.current.set(addressOf(item), name);
    }
    onEdit((now) => {
      const place = replaces ? now.media.indexOf(replaces) : -1;
      if (place >= 0) return { ...now, media: now.media.with(place, item) };
      return now.media.length >= MEDIA_MAX ? now : { ...now, media: [...now.media, item] };
    });
  }

  function takeFiles(files: readonly File[]) {
    if (files.length > room) toast.info(words.tooMany(MEDIA_MAX));
    for (const file of files.slice(0, Math.max(0, room))) void add(file);
  }

  function move(from: number, to: number) {
    const item = media[from];
    if (!item || to < 0 || to >= media.length || from === to) return;
    onEdit((now) => withMoved(now, from, to));
    say(words.moved(words.item(item.kind, from + 1, media.length).split(' ')[0] ?? '', to + 1, media.length));
  }

  function moveWithFocus(from: number, to: number) {
    move(from, to);
    // Once the list has re-rendered with the item in its new place.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-tile]')[to]?.focus());
  }

  function lift({ target, nativeEvent }: PointerEvent) {
    const tile = target instanceof Element ? target.closest('[data-tile]')?.closest<HTMLElement>('li') : null;
    if (!tile || isFixed || media.length < 2 || nativeEvent.button !== 0) return;
    const from = Number(tile.dataset.drop);
    endDrag.current?.();
    endDrag.current = drag(tile, nativeEvent, ({ dataset }) => moveWithFocus(from, Number(dataset.drop)));
  }

  function removeItem(place: number) {
    const item = media[place];
    if (!item) return;
    onEdit((now) => ({ ...now, media: now.media.filter((other) => other !== item) }));
    toast.info(words.removed, {
      action: {
        label: words.undo,
        onClick: () => onEdit((now) => ({ ...now, media: now.media.toSpliced(place, 0, item) })),
      },
    });
  }

  function takeRedrawn(redrawn: readonly Redrawn[]) {
    onEdit((now) => withRedrawn(now, redrawn));
    toast.success(words.redrawn(redrawn.length), {
      action: {
        label: words.undo,
        onClick: () =>
          onEdit((now) =>
            withRedrawn(
              now,
              redrawn.map(({ from, to }) => ({ from: to, to: from })),
            ),
          ),
      },
    });
  }

  const chosen = task && 'place' in task ? media[task.place] : undefined;
  return (
    <section aria-label={words.title} className="flex flex-col gap-3 rounded-lg border bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">{words.title}</h2>
        {isFixed ? null : (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" disabled={room <= 0} onClick={() => onTask({ kind: 'add' })}>
              <ImagePlus aria-hidden="true" />
              {words.add}
            </Button>
            <Button variant="outline" size="sm" disabled={room <= 0} onClick={() => chooser.current?.click()}>
              <Upload aria-hidden="true" />
              {words.upload}
            </Button>
            <Button
              ref={videoButton}
              variant="outline"
              size="sm"
              disabled={isBlank(draft) || making.video.state === 'making'}
              onClick={() => onTask({ kind: 'video' })}
            >
              <Clapperboard aria-hidden="true" />
              {words.makeVideo}
            </Button>
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              accept={Object.keys(MEDIA_TYPES).join()}
              onChange={(event) => {
                takeFiles([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          </div>
        )}
      </div>
      {isFixed ? null : (
        <MakingLine
          making={making}
          onMakeAgain={() => onTask({ kind: 'video' })}
          onOver={() => videoButton.current?.focus()}
        />
      )}
      {media.length > 0 || uploads.length > 0 ? (
        <>
          <ol
            ref={list}
            aria-label={words.list}
            onPointerDown={lift}
            // Otherwise the browser would drag the picture as a file.
            onDragStart={(event) => event.preventDefault()}
            className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3"
          >
            {media.map((item, place) => (
              <MediaTile
                key={`${names[place]} ${names.slice(0, place).filter((name) => name === names[place]).length}`}
                item={item}
                place={place}
                count={media.length}
                isFixed={isFixed}
                onMove={(to) => move(place, to)}
                onMoveByKey={(to) => moveWithFocus(place, to)}
                onTask={(kind) => onTask({ kind, place })}
                onRemove={() => removeItem(place)}
              />
            ))}
            {uploads.map((upload) => (
              <UploadTile key={upload.key} upload={upload} onRemove={() => remove(upload.key)} />
            ))}
          </ol>
          {media.length > 1 && !isFixed ? (
            <p className="text-[0.8125rem] text-muted-foreground max-sm:hidden">{words.moveHint}</p>
          ) : null}
          <FitChoice draft={draft} isFixed={isFixed} onEdit={onEdit} />
          <DocumentChoice draft={draft} isFixed={isFixed} onEdit={onEdit} />
        </>
      ) : isFixed ? null : (
        <p className="rounded-md border border-dashed px-4 py-6 text-center text-[0.8125rem] text-muted-foreground">
          {words.hint}
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {isOver ? (
        <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-background/80">
          <p className="rounded-lg border-2 border-dashed border-primary bg-card px-8 py-6 font-medium">{words.drop}</p>
        </div>
      ) : null}
      <Suspense>
        {task?.kind === 'add' || (task?.kind === 'replace' && chosen) ? (
          <LibraryDialog
            most={task.kind === 'add' ? room : 1}
            purpose={task.kind}
            onClose={() => onTask(null)}
            {...(task.kind === 'add' && {
              onUpload: () => {
                onTask(null);
                chooser.current?.click();
              },
            })}
            onPick={(items) => {
              for (const item of items) put(item, task.kind === 'replace' ? (chosen ?? null) : null);
            }}
          />
        ) : null}
        {task?.kind === 'alt' && chosen?.kind === 'video' ? (
          <VideoDetailsDialog item={chosen} onClose={() => onTask(null)} onSave={(item) => put(item, chosen)} />
        ) : null}
        {task?.kind === 'alt' && chosen?.kind === 'image' ? (
          <AltDialog
            item={chosen}
            onClose={() => onTask(null)}
            onSave={(alt) => put(alt === '' ? withoutAlt(chosen) : { ...chosen, alt }, chosen)}
          />
        ) : null}
        {task?.kind === 'design' && chosen ? (
          <DesignDialog item={chosen} media={media} onClose={() => onTask(null)} onRedrawn={takeRedrawn} />
        ) : null}
        {task?.kind === 'crop' && chosen ? (
          <CropDialog item={chosen} onClose={() => onTask(null)} onCropped={(file) => add(file, chosen)} />
        ) : null}
      </Suspense>
    </section>
  );
}

function addressOf({ path, url }: MediaItem): string {
  return path || url;
}

function withoutAlt({ alt: _, ...item }: MediaItem): MediaItem {
  return item;
}

function UploadTile({ upload, onRemove }: { upload: PostUpload; onRemove: () => void }) {
  const { name, percent, problem } = upload;
  return (
    <li className="relative flex aspect-square flex-col items-center justify-center gap-2 overflow-hidden rounded-md border bg-muted p-2 text-center text-xs">
      {problem ? (
        <p role="alert" className="line-clamp-5 text-destructive">
          {problem}
        </p>
      ) : (
        <>
          <progress aria-label={words.uploading(name, percent)} max={100} value={percent} className="w-full" />
          <span className="w-full truncate text-muted-foreground">{name}</span>
        </>
      )}
      <IconButton
        icon={X}
        variant="outline"
        label={problem ? words.dismiss(name) : words.cancel(name)}
        className="absolute top-1 right-1 size-7 rounded-full"
        onClick={onRemove}
      />
    </li>
  );
}
