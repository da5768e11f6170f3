import { LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { ChoiceField, TextField } from '@/features/accounts/channel/text-field.tsx';
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
};

/** The fields of a way to connect. */
export function EntryFields({ way, entered, onEnter, isBusy, submit, back, children, onSubmit }: EntryFieldsProps) {
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);

  function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const entry = entryOf(way, entered);
    const missing = missingFields(way, entry);
    setProblems(Object.fromEntries(missing.map((field) => [field.name, field.missing])));
    if (missing.length === 0) return onSubmit(entry);
    form.current?.querySelector<HTMLInputElement>(`input[name="${missing[0]?.name}"]`)?.focus();
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-5" aria-busy={isBusy} onSubmit={send}>
      {way.fields.map(({ name, label, placeholder, isSecret, isOptional, options }) => {
        const shared = {
          name,
          label,
          value: entered[name] ?? options?.[0]?.value ?? '',
          error: problems[name],
          onChange(value: string) {
            setProblems({ ...problems, [name]: undefined });
            onEnter(name, value);
          },
        };
        if (options) return <ChoiceField key={name} {...shared} options={options} />;
        return <TextField key={name} {...shared} {...{ placeholder, isSecret, isOptional }} />;
      })}
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
