import { Skeleton } from '@/components/skeleton.tsx';
import { scriptsMessages } from '@/features/scripts/messages.ts';
import { NewButton, type TitledExample } from '@/features/scripts/new-button.tsx';
import { ScriptRow } from '@/features/scripts/script-row.tsx';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/** The left pane (§2): the heading, "New", and the scripts, newest first. `scripts` is undefined while loading. */
export function ScriptList({
  scripts,
  selectedId,
  unsavedId,
  runningId,
  creating,
  onCreate,
  onCreateFrom,
  onSelect,
  onDelete,
}: {
  scripts: PuppeteerScriptsRow[] | undefined;
  selectedId: string | undefined;
  unsavedId: string | undefined;
  runningId: string | undefined;
  creating: boolean;
  onCreate: () => void;
  onCreateFrom: (example: TitledExample) => void;
  onSelect: (id: string) => void;
  onDelete: (script: PuppeteerScriptsRow) => void;
}) {
  return (
    <section aria-labelledby="scripts-heading" className="flex flex-col gap-5 lg:sticky lg:top-10">
      <header className="flex items-center justify-between gap-3">
        <h1
          id="scripts-heading"
          data-page-heading
          tabIndex={-1}
          className="text-2xl leading-tight font-semibold tracking-[-0.022em] sm:text-[1.75rem]"
        >
          {scriptsMessages.title}
        </h1>
        <NewButton disabled={creating || !scripts} onCreate={onCreate} onCreateFrom={onCreateFrom} />
      </header>
      {scripts ? null : (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">{scriptsMessages.loading}</span>
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
      )}
      {scripts?.length === 0 ? <p className="text-sm text-muted-foreground">{scriptsMessages.none}</p> : null}
      {scripts?.length ? (
        <ul className="-mx-1 flex max-h-60 flex-col gap-0.5 overflow-y-auto px-1 py-0.5 lg:max-h-[calc(100dvh-10rem)]">
          {scripts.map((script) => (
            <ScriptRow
              key={script.id}
              script={script}
              selected={script.id === selectedId}
              unsaved={script.id === unsavedId}
              running={script.id === runningId}
              onSelect={() => onSelect(script.id)}
              onDelete={() => onDelete(script)}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
