import { useQuery } from '@tanstack/react-query';
import { Confirmation } from '@/components/question.tsx';
import { FileUses } from '@/features/media/file-uses.tsx';
import { kindOf, type MediaFile } from '@/features/media/media-file.ts';
import { mediaUsesQuery } from '@/features/media/media-queries.ts';
import { deleteMessages, viewerMessages } from '@/features/media/messages.ts';
import { useDeleteFiles } from '@/features/media/use-file-actions.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { MediaUsageRow } from '../../../shared/workspace/database.ts';

type DeleteDialogProps = { files: readonly MediaFile[]; onClose: () => void; onDeleted: () => void };

/** Asks before files are deleted, and lists their current uses, freshly loaded. */
export function DeleteDialog({ files, onClose, onDeleted }: DeleteDialogProps) {
  const found = useQuery(mediaUsesQuery(useSupabase(), files));
  const deletion = useDeleteFiles(files, () => {
    onClose();
    onDeleted();
  });
  const uses = onceEach(found.data ?? files.flatMap((file) => file.uses));
  const count = files.length;
  const checking = found.isPending;
  const words = checking
    ? viewerMessages.checking
    : found.isError
      ? deleteMessages.unknown
      : uses.length > 0
        ? deleteMessages.used(count)
        : deleteMessages.unused(count);
  const [first] = files;

  return (
    <Confirmation
      title={count === 1 && first ? deleteMessages.title[kindOf(first)] : deleteMessages.several(count)}
      description={words}
      onClose={onClose}
      keep={deleteMessages.keep(count)}
      confirm={deletion.isPending ? deleteMessages.busy : deleteMessages.confirm}
      isBusy={checking || deletion.isPending}
      onConfirm={deletion.mutate}
    >
      {uses.length > 0 && !checking ? (
        <section className="flex flex-col gap-2 rounded-md border bg-muted/50 p-4 text-sm">
          <h3 className="text-xs text-muted-foreground">{deleteMessages.usedBy}</h3>
          <FileUses uses={uses} linked />
        </section>
      ) : null}
    </Confirmation>
  );
}

/** A post that uses several of the files counts once. */
function onceEach(uses: readonly MediaUsageRow[]): MediaUsageRow[] {
  return [...new Map(uses.map((use) => [`${use.kind}-${use.id}`, use])).values()];
}
