import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Checkbox } from '@/components/checkbox.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { UploadCancelledError } from '@/domain/media/upload.ts';
import { mediaMessages } from '@/features/compose/media/messages.ts';
import {
  DESIGNS,
  type DrawnItem,
  isDrawn,
  isSameDesign,
  type Redrawn,
  useDesigns,
} from '@/features/compose/media/use-designs.ts';
import { failureReason } from '@/lib/messages.ts';
import { useObjectUrl } from '@/lib/use-object-url.ts';
import type { CardDesign } from '../../../../shared/pictures/card.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

const words = mediaMessages.designDialog;

type DesignDialogProps = {
  item: MediaItem;
  media: readonly MediaItem[];
  onRedrawn: (redrawn: Redrawn[]) => void;
  onClose: () => void;
};

/** Offers a drawn picture's text in other designs; explains when the text is unknown. */
export function DesignDialog({ item, ...props }: DesignDialogProps) {
  if (isDrawn(item)) return <Choice item={item} {...props} />;
  return (
    <Dialog open onOpenChange={(open) => open || props.onClose()}>
      <DialogContent className="max-w-md">
        <DialogHeading title={words.title} description={words.unknown} />
        <DialogFooter>
          <Button variant="outline" onClick={props.onClose}>
            {words.close}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Choice({ item, media, onRedrawn, onClose }: DesignDialogProps & { item: DrawnItem }) {
  const id = useId();
  const { drawings, redraw } = useDesigns(item, media);
  const all = media.filter(isDrawn);
  const [chosen, choose] = useState<CardDesign>(item.card.design);
  const [isForAll, setForAll] = useState(all.length > 1);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wanted = (isForAll ? all : [item]).filter(({ card }) => !isSameDesign(card.design, chosen));
  const failed = drawings.filter(({ isError }) => isError);

  function retry() {
    for (const { refetch } of failed) void refetch();
  }

  async function use() {
    setBusy(true);
    setError(null);
    try {
      onRedrawn(await redraw(wanted, chosen));
      onClose();
    } catch (failure) {
      if (failure instanceof UploadCancelledError) return;
      setError(words.failed(failureReason(failure)));
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        className="max-w-2xl grid-cols-[minmax(0,1fr)] max-sm:p-4"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.target instanceof Element) event.target.querySelector<HTMLElement>('[data-chosen]')?.focus();
        }}
      >
        <DialogHeading title={words.title} description={words.text} />
        <ul aria-label={words.list} className="grid grid-cols-3 gap-3">
          {DESIGNS.map((design, index) => (
            <DesignTile
              key={`${design.style} ${design.theme}`}
              design={design}
              picture={drawings[index]?.data}
              isChosen={isSameDesign(chosen, design)}
              isCurrent={isSameDesign(item.card.design, design)}
              onChoose={() => choose(design)}
            />
          ))}
        </ul>
        {all.length > 1 ? (
          <Label htmlFor={`${id}-all`} className="min-h-9 w-fit gap-2 font-normal pointer-coarse:min-h-11">
            <Checkbox id={`${id}-all`} checked={isForAll} onCheckedChange={(checked) => setForAll(checked === true)} />
            {words.all(all.length)}
          </Label>
        ) : null}
        {failed.length > 0 ? (
          <div className="flex flex-wrap items-center gap-3">
            <FieldError>{words.failed(failureReason(failed[0]?.error))}</FieldError>
            <Button variant="outline" size="sm" onClick={retry}>
              {words.retry}
            </Button>
          </div>
        ) : null}
        <FieldError>{error}</FieldError>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={isBusy || wanted.length === 0} onClick={() => void use()}>
            {isBusy ? words.busy : words.save}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type DesignTileProps = {
  design: CardDesign;
  picture: Blob | undefined;
  isChosen: boolean;
  isCurrent: boolean;
  onChoose: () => void;
};

function DesignTile({ design, picture, isChosen, isCurrent, onChoose }: DesignTileProps) {
  const url = useObjectUrl(picture);
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        data-chosen={isChosen || undefined}
        className="group relative flex w-full flex-col gap-1.5 rounded-md p-1 text-left text-xs hover:bg-accent aria-pressed:bg-primary/8"
      >
        <span
          aria-hidden="true"
          className="block aspect-4/5 w-full overflow-hidden rounded-md border bg-muted group-aria-pressed:border-primary group-aria-pressed:ring-2 group-aria-pressed:ring-primary"
        >
          {url ? (
            <img src={url} alt="" className="size-full object-cover" />
          ) : (
            <Skeleton className="size-full rounded-none" />
          )}
        </span>
        <span>{words.design(design)}</span>
        {isCurrent ? (
          <span className="absolute top-2.5 right-2.5 rounded-full border bg-card/95 px-2 py-0.5 text-[0.6875rem] font-medium">
            {words.current}
          </span>
        ) : null}
      </button>
    </li>
  );
}
