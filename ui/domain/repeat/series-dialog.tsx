import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { FieldDescription, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Radio } from '@/components/radio.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { repeatMessages } from '@/domain/repeat/messages.ts';
import { RepeatForm } from '@/domain/repeat/repeat-form.tsx';
import { entryOf } from '@/domain/repeat/repeat-rule.ts';
import { seriesQuery, useSeries } from '@/domain/repeat/use-series.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { knownZone } from '@/lib/local-time.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { postKindOf } from '../../../shared/platforms/option-values.ts';
import type { SeriesChange } from '../../../shared/posts/series-api.ts';
import { optionsWithText, seriesOptions } from '../../../shared/posts/series-options.ts';

const words = repeatMessages.change;

type SeriesDialogProps = { series: string; onStop: () => void; onClose: () => void };

/** Changes how a post repeats, or offers to stop it. To be loaded on demand. */
export function SeriesDialog({ series, onStop, onClose }: SeriesDialogProps) {
  const query = useQuery(seriesQuery(useSupabase(), series));
  const zone = knownZone(useTimeZone());
  const id = useId();
  const { change } = useSeries();
  const [scheduled, setScheduled] = useState<SeriesChange['scheduled']>('replace');
  if (!query.data) {
    return (
      <Dialog open onOpenChange={(open) => open || onClose()}>
        <DialogContent aria-describedby={undefined}>
          <DialogHeader>
            <DialogTitle>{words.title}</DialogTitle>
          </DialogHeader>
          {query.isError ? <ErrorState title={words.loadFailed} query={query} /> : <Skeleton className="h-80" />}
        </DialogContent>
      </Dialog>
    );
  }
  const { rule, texts, textOptions, content } = query.data;
  const { caption, options = {}, platforms, media } = content;
  return (
    <RepeatForm
      title={words.title}
      zone={zone}
      initial={entryOf(rule)}
      from={rule.from}
      initialTexts={texts.map((text, place) => ({
        text,
        options: optionsWithText(seriesOptions({ caption, options }, texts, textOptions, place)),
      }))}
      post={{ platforms, kind: postKindOf(media) }}
      confirm={words.confirm}
      busy={words.busy}
      extra={
        <Button variant="ghost" className="text-destructive sm:mr-auto" onClick={onStop}>
          {repeatMessages.stopMenu}
        </Button>
      }
      onSubmit={(changed, written, ofTexts) =>
        change(series, { rule: changed, texts: written, textOptions: ofTexts, scheduled })
      }
      onClose={onClose}
    >
      {() => (
        <FieldSet>
          <FieldLegend>{words.scheduled}</FieldLegend>
          {(['replace', 'keep'] as const).map((choice) => (
            <Radio
              key={choice}
              name={id}
              label={words[choice]}
              isChosen={scheduled === choice}
              onChoose={() => setScheduled(choice)}
            />
          ))}
          <FieldDescription>{scheduled === 'replace' ? words.replaceHint : words.keepHint}</FieldDescription>
        </FieldSet>
      )}
    </RepeatForm>
  );
}
