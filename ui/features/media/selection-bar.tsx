import { Tag, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { DeleteDialog } from '@/features/media/delete-dialog.tsx';
import type { MediaFile } from '@/features/media/media-file.ts';
import { selectionMessages as words } from '@/features/media/messages.ts';
import { TagDialog } from '@/features/media/tag-dialog.tsx';
import { useRestoreFiles } from '@/features/media/use-file-actions.ts';
import type { Selection } from '@/features/media/use-selection.ts';

type SelectionBarProps = { selection: Selection; files: readonly MediaFile[] };

/** The actions for the selected files. Sticky while scrolling. */
export function SelectionBar({ selection, files }: SelectionBarProps) {
  const [asking, setAsking] = useState<'delete' | 'tag' | null>(null);
  const restoring = useRestoreFiles();
  const chosen = [...selection.chosen.values()];
  const count = chosen.length;
  const areDeleted = chosen.some(({ deleted_at }) => deleted_at !== null);
  const areAllChosen = files.every(({ path }) => selection.chosen.has(path));
  const close = () => setAsking(null);

  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? words.selected(count) : ''}
      </p>
      {count > 0 ? (
        <fieldset className="sticky top-2 z-10 flex min-w-0 flex-wrap items-center gap-2 rounded-lg border bg-card p-2 pl-4 shadow-raised">
          <legend className="sr-only">{words.label}</legend>
          <span aria-hidden="true" className="mr-auto text-sm font-medium tabular-nums">
            {words.selected(count)}
          </span>
          {areAllChosen ? null : (
            <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={() => selection.add(files)}>
              {words.all}
            </Button>
          )}
          {areDeleted ? (
            <Button
              variant="outline"
              size="sm"
              className="pointer-coarse:h-11"
              aria-disabled={restoring.isPending}
              onClick={() => {
                if (restoring.isPending) return;
                restoring.mutate(
                  chosen.map(({ path }) => path),
                  { onSuccess: selection.clear },
                );
              }}
            >
              <Undo2 aria-hidden="true" />
              {words.restore}
            </Button>
          ) : (
            <>
              <Button variant="outline" size="sm" className="pointer-coarse:h-11" onClick={() => setAsking('tag')}>
                <Tag aria-hidden="true" />
                {words.tag}
              </Button>
              <Button
                variant="ghost"
                size="sm"
                className="text-destructive pointer-coarse:h-11"
                onClick={() => setAsking('delete')}
              >
                <Trash2 aria-hidden="true" />
                {words.delete}
              </Button>
            </>
          )}
          <IconButton icon={X} className="pointer-coarse:size-11" label={words.clear} onClick={selection.clear} />
        </fieldset>
      ) : null}
      {asking === 'delete' ? <DeleteDialog files={chosen} onClose={close} onDeleted={selection.clear} /> : null}
      {asking === 'tag' ? <TagDialog files={chosen} onClose={close} /> : null}
    </>
  );
}
