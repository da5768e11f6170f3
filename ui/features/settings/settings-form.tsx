import { LoaderCircle } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { isSavable, type SettingsForm } from '@/features/settings/form.ts';
import { settingsMessages } from '@/features/settings/messages.ts';
import type { SettingsSection } from '@/features/settings/sections.ts';
import { useSettingsForm } from '@/features/settings/use-settings-form.ts';
import { cn } from '@/lib/class-names.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';

export type SectionFields = {
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
  /** Another window's stored values of fields that were changed here. */
  conflicts: Partial<SettingsForm>;
};

type SettingsFormViewProps = {
  row: AppSettingsRow;
  section: SettingsSection;
  children: (fields: SectionFields) => ReactNode;
};

/** A section's cards with "Save Settings", which saves what was changed in them. With errors, nothing is saved. */
export function SettingsFormView({ row, section, children }: SettingsFormViewProps) {
  const { form, stored, conflicts, ...settings } = useSettingsForm(row, section);
  const theirs = Object.fromEntries(conflicts.map((field) => [field, stored[field]]));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (settings.isSaving) return;
    if (isSavable(form)) return settings.save();
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return (
    <form noValidate aria-busy={settings.isSaving} onSubmit={submit} className="flex flex-col gap-6">
      <fieldset disabled={settings.isSaving} className="flex min-w-0 flex-col gap-6">
        {children({ form, onChange: settings.change, conflicts: theirs })}
      </fieldset>
      <SaveBar isChanged={settings.isChanged} isSaving={settings.isSaving} onDiscard={settings.discard} />
    </form>
  );
}

type SaveBarProps = { isChanged: boolean; isSaving: boolean; onDiscard: () => void };

/** "Save Settings" and "Discard". Sticky while there are changes. */
function SaveBar({ isChanged, isSaving, onDiscard }: SaveBarProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2',
        isChanged && 'sticky bottom-3 z-10 -mx-3 rounded-lg border bg-popover px-3 py-3 shadow-float sm:-mx-4 sm:px-4',
      )}
    >
      {/* Not disabled while saving, which would lose the focus; the form ignores a second press. */}
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
