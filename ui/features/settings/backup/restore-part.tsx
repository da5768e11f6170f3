import { useMutation } from '@tanstack/react-query';
import { FileUp, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { FileButton } from '@/components/file-button.tsx';
import { RestoreDialog } from '@/features/settings/backup/restore-dialog.tsx';
import { restoreMessages as words } from '@/features/settings/backup/restore-messages.ts';
import { useInspectBackup, useUploadBackup } from '@/features/settings/backup/use-restore.ts';
import { formatSize } from '@/lib/format.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import { type BackupInspection, type Backups, backupName } from '../../../../shared/agent/backups.ts';

/** Restores a daily backup, or one from a file. */
export function RestorePart({ kept, timezone }: { kept: Backups['kept']; timezone: string }) {
  const inspect = useInspectBackup();
  const upload = useUploadBackup();
  const [chosen, setChosen] = useState<{ source: string; found: BackupInspection }>();
  const [isCopying, setCopying] = useState(false);
  const open = useMutation({
    mutationFn: async (backup: string | File) => {
      setCopying(typeof backup !== 'string');
      const source = typeof backup === 'string' ? backup : await upload(backup);
      setCopying(false);
      return { source, found: await inspect({ source, passphrase: null }) };
    },
    onSuccess: setChosen,
  });
  const choose = (backup: string | File) => open.isPending || open.mutate(backup);

  return (
    <div className="flex flex-col gap-3 border-t px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-sm font-medium">{words.title}</h3>
          <p className="text-sm text-muted-foreground text-pretty">{words.description}</p>
        </div>
        <FileButton variant="outline" label={words.fileInput} isBusy={open.isPending} onFile={choose}>
          <FileUp aria-hidden="true" />
          {words.fromFile}
        </FileButton>
      </div>
      <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground empty:hidden">
        {open.isPending ? (
          <>
            <LoaderCircle className="size-4 shrink-0 animate-spin text-primary" aria-hidden="true" />
            {isCopying ? words.uploading : words.opening}
          </>
        ) : null}
      </p>
      <FieldError>{open.error ? `${words.failed}: ${failureReason(open.error)}` : null}</FieldError>
      {kept.length > 0 ? (
        <ul className="-mb-1 flex flex-col divide-y">
          {kept.map(({ file, size, createdAt }) => {
            const when = formatDateTime(createdAt, timezone);
            return (
              <li key={file} className="flex items-center justify-between gap-4 py-2 text-sm">
                <span className="min-w-0 tabular-nums">
                  <time dateTime={createdAt}>{when}</time>
                  <span className="text-muted-foreground"> · {formatSize(size)}</span>
                </span>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={words.restoreOf(when)}
                  aria-disabled={open.isPending}
                  onClick={() => choose(backupName(file))}
                >
                  {words.restore}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {chosen ? <RestoreDialog {...chosen} timezone={timezone} onClose={() => setChosen(undefined)} /> : null}
    </div>
  );
}
