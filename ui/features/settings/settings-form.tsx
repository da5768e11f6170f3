import type { FormEvent } from 'react';
import { isSavable } from '@/features/settings/form.ts';
import { SWITCH_CARDS } from '@/features/settings/messages.ts';
import { NotificationsCard } from '@/features/settings/notifications-card.tsx';
import { PicturesCard } from '@/features/settings/pictures-card.tsx';
import { SaveBar } from '@/features/settings/save-bar.tsx';
import { ScheduleCard } from '@/features/settings/schedule-card.tsx';
import { SwitchCard } from '@/features/settings/switch-card.tsx';
import { useSettingsForm } from '@/features/settings/use-settings-form.ts';
import { WarmupCard } from '@/features/settings/warmup-card.tsx';
import type { AppSettingsRow } from '../../../shared/database.ts';

/**
 * The three cards of §2, how pictures look, what a warm-up may do, desktop notifications, and "Save Settings". What is
 * wrong stays on the screen and nothing is saved.
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
      <fieldset disabled={settings.isSaving} className="flex min-w-0 flex-col gap-6">
        <ScheduleCard form={form} onChange={settings.change} conflicts={theirs} />
        {SWITCH_CARDS.map((card) => (
          <SwitchCard key={card.title} {...card} form={form} onChange={settings.change} />
        ))}
        <PicturesCard form={form} onChange={settings.change} conflicts={theirs} />
        <WarmupCard form={form} onChange={settings.change} conflicts={theirs} />
        <NotificationsCard form={form} onChange={settings.change} />
      </fieldset>
      <SaveBar isChanged={settings.isChanged} isSaving={settings.isSaving} onDiscard={settings.discard} />
    </form>
  );
}
