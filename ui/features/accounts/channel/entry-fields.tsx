import { LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { guideMessages as words } from '@/features/accounts/channel/messages.ts';
import { ChoiceField, TextField, YesField } from '@/features/accounts/channel/text-field.tsx';
import { doubtsOf, inTheirFields, shortLabel } from '../../../../shared/platforms/recognise.ts';
import { type ChannelWay, entryOf, missingFields } from '../../../../shared/platforms/ways.ts';

export type EntryFieldsProps = {
  way: ChannelWay;
  entered: { [name: string]: string };
  onEnter: (name: string, value: string) => void;
  isBusy: boolean;
  submit: { idle: string; busy: string };
  /** The button that leaves the fields. */
  back: ReactNode;
  /** An error or a question below the fields. */
  children: ReactNode;
  onSubmit: (entry: { [name: string]: string }) => void;
  /** Every value is already entered, so the form is submitted immediately. */
  isComplete?: boolean;
};

/** The fields of a way to connect. */
export function EntryFields({
  way,
  entered,
  onEnter,
  isBusy,
  submit,
  back,
  children,
  onSubmit,
  isComplete,
}: EntryFieldsProps) {
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [moved, setMoved] = useState<string | null>(null);
  const [isDoubted, setDoubted] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const sendAtOnce = useEffectEvent(() => {
    if (isComplete) onSubmit(entryOf(way, entered));
  });
  useEffect(() => sendAtOnce(), []);

  function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const sorted = inTheirFields(way, entryOf(way, entered));
    for (const { name } of way.fields) {
      const value = sorted.entry[name] ?? '';
      if (sorted.moved.length > 0 && value !== (entered[name] ?? '')) onEnter(name, value);
    }
    setMoved(sorted.moved.map(({ label }) => shortLabel(label)).join(', ') || null);
    const { entry } = sorted;
    const missing = missingFields(way, entry);
    setProblems(Object.fromEntries(missing.map((field) => [field.name, field.missing])));
    if (missing.length === 0) {
      const doubts = isDoubted ? [] : Object.entries(doubtsOf(way, entry));
      if (doubts.length === 0) return onSubmit(entry);
      setProblems(Object.fromEntries(doubts.map(([name, text]) => [name, `${text} ${words.tryAnyway}`])));
      return setDoubted(true);
    }
    form.current?.querySelector<HTMLInputElement>(`input[name="${missing[0]?.name}"]`)?.focus();
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-5" aria-busy={isBusy} onSubmit={send}>
      {way.fields.map(({ name, label, placeholder, isSecret, isOptional, options, hint }) => {
        const shared = {
          name,
          label,
          value: entered[name] ?? options?.[0]?.value ?? '',
          error: problems[name],
          onChange(value: string) {
            setProblems({ ...problems, [name]: undefined });
            setDoubted(false);
            setMoved(null);
            onEnter(name, value);
          },
        };
        if (options && hint) return <YesField key={name} {...shared} hint={hint} />;
        if (options) return <ChoiceField key={name} {...shared} options={options} />;
        return <TextField key={name} {...shared} {...{ placeholder, isSecret, isOptional }} />;
      })}
      <p role="status" className="text-[0.8125rem] text-muted-foreground empty:hidden">
        {moved ? words.moved(moved) : null}
      </p>
      {children}
      <DialogFooter className="sm:justify-between">
        {back}
        {/* Not disabled while sending, which would lose the focus; a second press is ignored. */}
        <Button type="submit" className="h-11 sm:h-9" aria-disabled={isBusy}>
          {isBusy ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
          {isBusy ? submit.busy : submit.idle}
        </Button>
      </DialogFooter>
    </form>
  );
}
