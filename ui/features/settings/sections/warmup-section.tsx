import { SettingsFormView } from '@/features/settings/settings-form.tsx';
import { StoredSettings } from '@/features/settings/stored-settings.tsx';
import { WarmupCard } from '@/features/settings/warmup-card.tsx';

export function WarmupSection() {
  return (
    <StoredSettings>
      {(row) => (
        <SettingsFormView row={row} section="warm-up">
          {(fields) => <WarmupCard {...fields} />}
        </SettingsFormView>
      )}
    </StoredSettings>
  );
}
