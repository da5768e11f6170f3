import { useState } from 'react';
import { FieldDescription } from '@/components/field.tsx';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import { RepeatForm } from '@/domain/repeat/repeat-form.tsx';
import { beginning, firstEntry } from '@/domain/repeat/repeat-rule.ts';
import { useSeries } from '@/domain/repeat/use-series.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { knownZone } from '@/lib/local-time.ts';
import { newId } from '@/lib/new-id.ts';
import { postKindOf } from '../../../shared/platforms/option-values.ts';
import { refusalsOfSameText } from '../../../shared/posts/composing.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';

type RepeatDialogProps = {
  /** The post to repeat, as saved. */
  content: { id: string; caption: string; platforms: readonly Platform[]; media: readonly MediaItem[] };
  /** When the post itself is published (ISO 8601); null for a draft. */
  start: string | null;
  /** Saves unsaved changes of the post first. If it throws, the error is shown. */
  onBeforeStart?: () => Promise<void>;
  onClose: () => void;
};

/** Asks how a post repeats, and starts the series. To be loaded on demand. */
export function RepeatDialog({ content, start, onBeforeStart, onClose }: RepeatDialogProps) {
  const zone = knownZone(useTimeZone());
  const { start: startSeries } = useSeries();
  // One id per dialog, so that retrying a request whose response was lost starts no second series.
  const [series] = useState(newId);
  return (
    <RepeatForm
      title={words.title}
      zone={zone}
      initial={firstEntry(start, zone)}
      from={beginning(start, zone)}
      firstText={content.caption}
      initialTexts={[]}
      post={{ platforms: content.platforms, kind: postKindOf(content.media) }}
      confirm={words.confirm}
      busy={words.busy}
      onSubmit={async (rule, texts, textOptions) => {
        await onBeforeStart?.();
        await startSeries({ id: series, contentId: content.id, texts, textOptions, rule });
      }}
      onClose={onClose}
    >
      {(texts) => {
        const refusals = texts.length === 1 ? refusalsOfSameText(content.platforms) : [];
        return (
          <>
            {refusals.length > 0 ? (
              <div role="status" className="text-sm text-warning">
                <p className="font-medium">{words.sameText}</p>
                <ul className="mt-1 list-disc pl-5">
                  {refusals.map((refusal) => (
                    <li key={refusal}>{refusal}</li>
                  ))}
                </ul>
              </div>
            ) : null}
            <FieldDescription>{onBeforeStart ? `${words.savedFirst} ${words.ahead}` : words.ahead}</FieldDescription>
          </>
        );
      }}
    </RepeatForm>
  );
}
