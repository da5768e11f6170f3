import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { repeatMessages as words } from '@/domain/posts/repeat/messages.ts';
import { firstEntry, ruleOf } from '@/domain/posts/repeat/repeat-rule.ts';
import { EndFields, EveryFields } from '@/domain/posts/repeat/rule-fields.tsx';
import { TextsField } from '@/domain/posts/repeat/texts-field.tsx';
import { useSeries } from '@/domain/posts/repeat/use-series.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { knownZone } from '@/lib/local-time.ts';
import { failureReason } from '@/lib/messages.ts';
import { newId } from '@/lib/new-id.ts';
import { refusalsOfSameText } from '../../../../shared/posts/composing.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';

type RepeatDialogProps = {
  /** The post that repeats, as it is saved. */
  content: { id: string; caption: string; platforms: readonly Platform[] };
  /** When it goes out itself (ISO 8601); null for a draft. */
  start: string | null;
  /** Saves what is not saved of it yet, before anything else. What it throws is shown. */
  onBeforeStart?: () => Promise<void>;
  onClose: () => void;
};

/** Asks how a post repeats, and makes it so. Meant to be loaded when it is opened. */
export function RepeatDialog({ content, start, onBeforeStart, onClose }: RepeatDialogProps) {
  const zone = knownZone(useTimeZone());
  const id = useId();
  const { start: startSeries } = useSeries();
  // One for the dialog, so that a request whose answer was lost starts nothing twice.
  const [series] = useState(newId);
  const [entry, setEntry] = useState(() => firstEntry(start, zone));
  const [others, setOthers] = useState<string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const texts = [content.caption, ...others.filter((text) => text.trim() !== '')];
  const refusals = texts.length === 1 ? refusalsOfSameText(content.platforms) : [];

  async function submit(event: FormEvent) {
    event.preventDefault();
    // React hands events on to the parents of a portal, too.
    event.stopPropagation();
    const rule = ruleOf(entry, start, zone);
    if (typeof rule === 'string') return setError(rule);
    setBusy(true);
    setError(null);
    try {
      await onBeforeStart?.();
      await startSeries({ id: series, contentId: content.id, texts, rule });
      onClose();
    } catch (failure) {
      setError(failureReason(failure));
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription>{words.zone(zone)}</DialogDescription>
        </DialogHeader>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <EveryFields entry={entry} onChange={setEntry} />
          <Field className="w-40">
            <FieldLabel htmlFor={`${id}-time`}>{words.time}</FieldLabel>
            <Input
              id={`${id}-time`}
              type="time"
              value={entry.time}
              aria-describedby={`${id}-error`}
              onChange={(event) => setEntry({ ...entry, time: event.target.value })}
            />
          </Field>
          <EndFields entry={entry} onChange={setEntry} />
          <TextsField first={content.caption} others={others} onChange={setOthers} />
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
          <FieldError id={`${id}-error`}>{error}</FieldError>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? words.busy : words.confirm}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
