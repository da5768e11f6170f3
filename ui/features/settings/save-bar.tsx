import { LoaderCircle } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { settingsMessages } from '@/features/settings/messages.ts';
import { cn } from '@/lib/class-names.ts';

type SaveBarProps = { isChanged: boolean; isSaving: boolean; onDiscard: () => void };

/** "Save Settings", and the way back. It stays in sight while there is something to save. */
export function SaveBar({ isChanged, isSaving, onDiscard }: SaveBarProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2',
        isChanged && 'sticky bottom-3 z-10 -mx-3 rounded-lg border bg-popover px-3 py-3 shadow-float sm:-mx-4 sm:px-4',
      )}
    >
      {/* Not disabled while saving, which would take the focus away; the form ignores a second press. */}
      <Button type="submit" size="lg" aria-disabled={isSaving} className="max-sm:w-full">
        {isSaving ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
        {isSaving ? settingsMessages.saving : settingsMessages.save}
      </Button>
      <p role="status" className="text-sm text-muted-foreground">
        {isChanged ? settingsMessages.unsaved : null}
      </p>
      {isChanged && !isSaving ? (
        <Button variant="ghost" className="ml-auto" onClick={onDiscard}>
          {settingsMessages.discard}
        </Button>
      ) : null}
    </div>
  );
}
