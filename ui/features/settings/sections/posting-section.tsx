import { LearningCard } from '@/features/settings/learning/learning-card.tsx';
import { LinkTagsCard } from '@/features/settings/link-tags/link-tags-card.tsx';
import { SWITCH_CARDS } from '@/features/settings/messages.ts';
import { ScheduleCard } from '@/features/settings/schedule/schedule-card.tsx';
import { SettingsFormView } from '@/features/settings/settings-form.tsx';
import { PostingTimesCard } from '@/features/settings/slots/posting-times-card.tsx';
import { StoredSettings } from '@/features/settings/stored-settings.tsx';
import { SwitchCard } from '@/features/settings/switch-card.tsx';

/** The three cards of §2, learning and the links' with their "Save Settings", then the exact times of the week, each saved at once. */
export function PostingSection() {
  return (
    <StoredSettings>
      {(row) => (
        <>
          <SettingsFormView row={row} section="posting">
            {(fields) => (
              <>
                <ScheduleCard {...fields} />
                {SWITCH_CARDS.map((card) => (
                  <SwitchCard key={card.title} {...card} form={fields.form} onChange={fields.onChange} />
                ))}
                <LearningCard {...fields} />
                <LinkTagsCard {...fields} />
              </>
            )}
          </SettingsFormView>
          <PostingTimesCard row={row} />
        </>
      )}
    </StoredSettings>
  );
}
