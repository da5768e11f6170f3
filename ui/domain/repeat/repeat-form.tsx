import { type ReactNode, useId, useState } from 'react';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { Input } from '@/components/input.tsx';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import { type RepeatEntry, ruleOf } from '@/domain/repeat/repeat-rule.ts';
import { EndFields, EveryFields } from '@/domain/repeat/rule-fields.tsx';
import { type TextOptionsFieldsProps, textOptionsMistake } from '@/domain/repeat/text-options.tsx';
import { TextsField, type WrittenText } from '@/domain/repeat/texts-field.tsx';
import { failureReason } from '@/lib/messages.ts';
import type { PostOptions } from '../../../shared/posts/platform-options.ts';
import type { SeriesRule } from '../../../shared/posts/series-api.ts';

type RepeatFormProps = {
  title: string;
  zone: string;
  initial: RepeatEntry;
  /** The local date after which the series begins. */
  from: string;
  /** The post's own text, which is edited elsewhere. */
  firstText?: string;
  initialTexts: WrittenText[];
  post: TextOptionsFieldsProps['post'];
  confirm: string;
  busy: string;
  /** Rendered below the fields, given the current texts. */
  children: (texts: string[]) => ReactNode;
  /** Rendered before the buttons. */
  extra?: ReactNode;
  /** If it throws, the error is shown; otherwise the dialog closes. */
  onSubmit: (rule: SeriesRule, texts: string[], textOptions: (PostOptions | null)[]) => Promise<void>;
  onClose: () => void;
};

/** Asks when a post repeats and with which texts. */
export function RepeatForm(props: RepeatFormProps) {
  const { title, zone, from, firstText, post, confirm, busy, children, extra, onSubmit, onClose } = props;
  const id = useId();
  const [entry, setEntry] = useState(props.initial);
  const [written, setWritten] = useState(props.initialTexts);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const others = written.map(({ text }) => text);
  const texts = firstText === undefined ? others : [firstText, ...others];

  async function submit() {
    const rule = ruleOf(entry, from);
    if (typeof rule === 'string') return setError(rule);
    // A post may consist of pictures alone, but a further text must not be empty.
    const empty = texts.findIndex((text, place) => text.trim() === '' && (place > 0 || firstText === undefined));
    if (empty >= 0 && texts.length > 1) return setError(words.emptyText(empty + 1));
    const mistake = written.map(({ options }) => textOptionsMistake(options)).find(Boolean);
    if (mistake) return setError(mistake);
    setBusy(true);
    setError(null);
    const ofTexts = written.map(({ options }) => options);
    try {
      // The post's own text uses the post's own options.
      await onSubmit(rule, texts, firstText === undefined ? ofTexts : [null, ...ofTexts]);
      onClose();
    } catch (failure) {
      setError(failureReason(failure));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={title}
      description={words.zone(zone)}
      cancel={words.cancel}
      confirm={isBusy ? busy : confirm}
      isBusy={isBusy}
      extra={extra}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
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
      <TextsField first={firstText} texts={written} post={post} onChange={setWritten} />
      {children(texts)}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </FormDialog>
  );
}
