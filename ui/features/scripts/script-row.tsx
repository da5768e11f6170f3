import { LoaderCircle, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/icon-button.tsx';
import { scriptsMessages } from '@/features/scripts/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { formatRelative } from '@/lib/time.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/** A script of the list. Its delete icon shows on hover and on focus; always on touch screens. */
export function ScriptRow({
  script,
  selected,
  unsaved,
  running,
  onSelect,
  onDelete,
}: {
  script: PuppeteerScriptsRow;
  selected: boolean;
  unsaved: boolean;
  running: boolean;
  onSelect: () => void;
  onDelete: () => void;
}) {
  return (
    <li
      data-item=""
      className={cn(
        'group relative flex shrink-0 items-center rounded-md transition-colors duration-150 hover:bg-accent',
        selected && 'bg-accent',
      )}
    >
      <button
        type="button"
        aria-current={selected}
        onClick={onSelect}
        title={script.name}
        className={cn(
          'flex min-h-11 min-w-0 flex-1 flex-col rounded-md border-l-2 border-transparent py-1.5 pr-10 pl-3 text-left',
          selected && 'rounded-l-none border-primary',
        )}
      >
        <span className="flex max-w-full items-center gap-2">
          <span dir="auto" className={cn('truncate text-sm', selected && 'font-medium')}>
            {script.name}
          </span>
          {unsaved ? (
            <span className="size-1.5 shrink-0 rounded-full bg-warning">
              <span className="sr-only">{scriptsMessages.unsaved}</span>
            </span>
          ) : null}
          {running ? (
            <>
              <LoaderCircle className="size-3.5 shrink-0 animate-spin text-primary" aria-hidden="true" />
              <span className="sr-only">{scriptsMessages.runsNow}</span>
            </>
          ) : null}
        </span>
        <span className="text-xs text-muted-foreground">
          {scriptsMessages.edited(formatRelative(script.updated_at, new Date()))}
        </span>
      </button>
      <IconButton
        icon={Trash2}
        label={scriptsMessages.deleteScript(script.name)}
        onClick={onDelete}
        className="absolute right-1.5 text-muted-foreground opacity-0 group-hover:opacity-100 hover:bg-background hover:text-destructive focus-visible:opacity-100 pointer-coarse:right-0 pointer-coarse:size-11 [@media(hover:none)]:opacity-100"
      />
    </li>
  );
}
