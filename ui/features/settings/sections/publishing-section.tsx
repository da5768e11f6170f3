import { PicturesCard } from '@/features/settings/pictures/pictures-card.tsx';
import { PublishingCard } from '@/features/settings/publishing/publishing-card.tsx';
import { SettingsFormView } from '@/features/settings/settings-form.tsx';
import { StoredSettings } from '@/features/settings/stored-settings.tsx';

export function PublishingSection() {
  return (
    <StoredSettings>
      {(row) => (
        <SettingsFormView row={row} section="publishing">
          {(fields) => (
            <>
              <PublishingCard {...fields} />
              <PicturesCard {...fields} />
            </>
          )}
        </SettingsFormView>
      )}
    </StoredSettings>
  );
}
