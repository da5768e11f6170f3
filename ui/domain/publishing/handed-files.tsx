import { Copy, FolderOpen } from 'lucide-react';
import { IconButton } from '@/components/icon-button.tsx';
import { copyText } from '@/domain/publishing/composer.tsx';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';

/** Where the media are on the agent's computer, for choosing them in the composer. All are in one folder. */
export function HandedFiles({ paths }: { paths: readonly string[] }) {
  const [first] = paths;
  if (first === undefined) return null;
  const cut = (path: string) => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const folder = first.slice(0, cut(first));
  return (
    <div className="flex flex-col gap-0.5">
      <p>{words.files}</p>
      <p className="flex items-start gap-1.5 text-muted-foreground">
        <FolderOpen className="mt-1 size-3.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 pt-0.5 font-mono text-xs [overflow-wrap:anywhere]">{folder}</span>
        <IconButton
          icon={Copy}
          label={words.copyFolder}
          className="-my-1"
          onClick={() => void copyText(folder, words.folderCopied)}
        />
      </p>
      <p className="ps-5 font-mono text-xs">{paths.map((path) => path.slice(cut(path) + 1)).join(', ')}</p>
    </div>
  );
}
