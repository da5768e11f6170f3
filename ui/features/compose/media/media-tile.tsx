import { ArrowLeft, ArrowRight, Captions, Crop, Ellipsis, Film, Palette, RefreshCw, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/icon-button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { mediaMessages as words } from '@/features/compose/media/messages.ts';
import { cn } from '@/lib/class-names.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

type MediaTileProps = {
  item: MediaItem;
  place: number;
  count: number;
  isFixed: boolean;
  /** From the menu, whose button keeps the focus. */
  onMove: (to: number) => void;
  /** Of the picture itself, which keeps the focus. */
  onMoveByKey: (to: number) => void;
  onTask: (kind: 'alt' | 'crop' | 'design' | 'replace') => void;
  onRemove: () => void;
};

/** One picture or video of the post: dragged to another place, or moved there with Alt and the arrow keys. */
export function MediaTile({ item, place, count, isFixed, onMove, onMoveByKey, onTask, onRemove }: MediaTileProps) {
  const name = words.item(item.kind, place + 1, count);
  const [slide] = slidesOf({ media: [item], media_url: null, content_type: 'image' });
  const isPicture = item.kind === 'image';
  return (
    <li
      data-drop={place}
      className={cn(
        'relative aspect-square overflow-hidden rounded-md border bg-muted data-lifted:opacity-50 data-over:border-primary data-over:ring-2 data-over:ring-primary',
        !isFixed && count > 1 && 'cursor-grab',
      )}
    >
      <button
        type="button"
        data-tile=""
        aria-label={item.alt ? `${name}: ${item.alt}` : name}
        className="absolute inset-0 -outline-offset-2"
        disabled={isFixed}
        onClick={() => onTask('alt')}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
          if (!event.altKey || step === 0) return;
          event.preventDefault();
          onMoveByKey(place + step);
        }}
      >
        <span aria-hidden="true" className="flex size-full items-center justify-center">
          {slide ? <SlideThumbnail slide={slide} /> : null}
        </span>
      </button>
      {isPicture ? null : <Film className="absolute top-2 left-2 size-4 text-white drop-shadow" aria-hidden="true" />}
      {isFixed ? null : (
        <button
          type="button"
          aria-label={item.alt ? words.altOf(name) : `${words.altAdd}: ${name.toLowerCase()}`}
          onClick={() => onTask('alt')}
          className={cn(
            'absolute bottom-1.5 left-1.5 rounded-full border bg-card/95 px-2 py-0.5 text-[0.6875rem] font-semibold',
            item.alt ? 'text-success' : 'border-dashed text-muted-foreground',
          )}
        >
          {item.alt ? 'ALT' : '+ ALT'}
        </button>
      )}
      {isFixed ? null : (
        <Menu
          trigger={
            <IconButton
              icon={Ellipsis}
              variant="outline"
              label={words.menu(name)}
              className="absolute top-1 right-1 size-7 rounded-full bg-card/95 pointer-coarse:size-9"
            />
          }
        >
          <MenuItem icon={Captions} onSelect={() => onTask('alt')}>
            {isPicture ? words.edit : words.editVideo}
          </MenuItem>
          {isPicture ? (
            <>
              <MenuItem icon={Crop} onSelect={() => onTask('crop')}>
                {words.crop}
              </MenuItem>
              {isGenerated(item) ? (
                <MenuItem icon={Palette} onSelect={() => onTask('design')}>
                  {words.design}
                </MenuItem>
              ) : null}
            </>
          ) : null}
          <MenuItem icon={RefreshCw} onSelect={() => onTask('replace')}>
            {words.replace}
          </MenuItem>
          <MenuItem icon={ArrowLeft} disabled={place === 0} onSelect={() => onMove(place - 1)}>
            {words.earlier}
          </MenuItem>
          <MenuItem icon={ArrowRight} disabled={place === count - 1} onSelect={() => onMove(place + 1)}>
            {words.later}
          </MenuItem>
          <MenuItem icon={Trash2} className="text-destructive" onSelect={onRemove}>
            {words.remove}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}

/** Whether a picture was made for a generated post: drawn, or by a model. */
function isGenerated({ card, path }: MediaItem): boolean {
  return card !== undefined || path.startsWith('posts/');
}
