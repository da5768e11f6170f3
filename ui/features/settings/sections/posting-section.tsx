import { ChoiceCard } from '@/features/settings/choice-card.tsx';
import { EvergreenCard } from '@/features/settings/evergreen-card.tsx';
import { learningMessages } from '@/features/settings/learning/learning-messages.ts';
import { LinkTagsCard } from '@/features/settings/link-tags/link-tags-card.tsx';
import { SWITCH_CARDS } from '@/features/settings/messages.ts';
import { ScheduleCard } from '@/features/settings/schedule/schedule-card.tsx';
import { SettingsFormView } from '@/features/settings/settings-form.tsx';
import { PostingTimesCard } from '@/features/settings/slots/posting-times-card.tsx';
import { StoredSettings } from '@/features/settings/stored-settings.tsx';
import { SwitchCard } from '@/features/settings/switch-card.tsx';
import { voiceMessages } from '@/features/settings/voice-messages.ts';
import { VOICE_CHOICES } from '../../../../shared/ai/voice.ts';
import { LEARNING_MODES } from '../../../../shared/learning/choice.ts';

/**
 * The three cards of §2, then learning, the voice, the resting period and link tags, with one "Save Settings"; below
 * them the weekly posting times, each saved at once.
 */
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
                <ChoiceCard
                  words={learningMessages}
                  among={LEARNING_MODES}
                  chosen={fields.form.learning}
                  conflict={fields.conflicts.learning}
                  onChoose={(learning) => fields.onChange({ learning })}
                />
                <ChoiceCard
                  words={voiceMessages}
                  among={VOICE_CHOICES}
                  chosen={fields.form.voice_examples}
                  conflict={fields.conflicts.voice_examples}
                  onChoose={(voice_examples) => fields.onChange({ voice_examples })}
                />
                <EvergreenCard
                  months={fields.form.evergreen_rest_months}
                  conflict={fields.conflicts.evergreen_rest_months}
                  onChoose={(evergreen_rest_months) => fields.onChange({ evergreen_rest_months })}
                />
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
