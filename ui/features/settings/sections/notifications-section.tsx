import { NotificationsCard } from '@/features/settings/notifications-card.tsx';
import { SettingsFormView } from '@/features/settings/settings-form.tsx';
import { StoredSettings } from '@/features/settings/stored-settings.tsx';

export function NotificationsSection() {
  return (
    <StoredSettings>
      {(row) => (
        <SettingsFormView row={row} section="notifications">
          {({ form, onChange }) => <NotificationsCard form={form} onChange={onChange} />}
        </SettingsFormView>
      )}
    </StoredSettings>
  );
}
