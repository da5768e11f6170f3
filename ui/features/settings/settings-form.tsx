import { LoaderCircle } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '@/components/button.tsx';
import { isSavable } from '@/features/settings/form.ts';
import { SWITCH_CARDS, settingsMessages } from '@/features/settings/messages.ts';
import { NotificationsCard } from '@/features/settings/notifications-card.tsx';
import { PicturesCard } from '@/features/settings/pictures/pictures-card.tsx';
import { PublishingCard } from '@/features/settings/publishing/publishing-card.tsx';
import { ScheduleCard } from '@/features/settings/schedule/schedule-card.tsx';
import { SwitchCard } from '@/features/settings/switch-card.tsx';
import { useSettingsForm } from '@/features/settings/use-settings-form.ts';
import { WarmupCard } from '@/features/settings/warmup-card.tsx';
import { cn } from '@/lib/class-names.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';

/** One column, or two on a wide screen, with Tab following the columns. */
export const SETTINGS_COLUMNS = 'grid max-w-3xl min-w-0 grid-cols-1 items-start gap-6 2xl:max-w-none 2xl:grid-cols-2';

/**
 * The three cards of §2, publishing, pictures, warm-up limits, desktop notifications, and "Save Settings". With errors,
 * nothing is saved.
 */
export function SettingsFormView({ row }: { row: AppSettingsRow }) {
  const { form, stored, conflicts, ...settings } = useSettingsForm(row);
  const theirs = Object.fromEntries(conflicts.map((field) => [field, stored[field]]));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (settings.isSaving) return;
    if (isSavable(form)) return settings.save();
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return (
    <form noValidate aria-busy={settings.isSaving} onSubmit={submit} className="flex flex-col gap-6">
      <fieldset disabled={settings.isSaving} className={SETTINGS_COLUMNS}>
        <div className="flex min-w-0 flex-col gap-6">
          <ScheduleCard form={form} onChange={settings.change} conflicts={theirs} />
          {SWITCH_CARDS.map((card) => (
            <SwitchCard key={card.title} {...card} form={form} onChange={settings.change} />
          ))}
          <PublishingCard form={form} onChange={settings.change} conflicts={theirs} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PicturesCard form={form} onChange={settings.change} conflicts={theirs} />
          <WarmupCard form={form} onChange={settings.change} conflicts={theirs} />
          <NotificationsCard form={form} onChange={settings.change} />
        </div>
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
