import { LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { connectMessages as words } from '@/features/accounts/channel/messages.ts';
import { ChoiceField, TextField } from '@/features/accounts/channel/text-field.tsx';
import { type ChannelWay, entryOf, missingFields } from '../../../../shared/platforms/ways.ts';

type EntryFieldsProps = {
  way: ChannelWay;
  /** The previous input. */
  initial?: { [name: string]: unknown } | undefined;
  isBusy: boolean;
  submit: { idle: string; busy: string };
  /** An error or a question below the fields. */
  children: ReactNode;
  /** The input has changed, so a previous answer is outdated. */
  onChange: () => void;
  onSubmit: (entry: { [name: string]: string }) => void;
  onClose: () => void;
};

/** The fields of a way to connect. They are kept until it succeeds or the dialog closes. */
export function EntryFields({ way, initial, isBusy, submit, children, onChange, onSubmit, onClose }: EntryFieldsProps) {
  const [entered, setEntered] = useState<Partial<Record<string, string>>>(() => textsOf(way, initial));
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
            setEntered({ ...entered, [name]: value });
            setProblems({ ...problems, [name]: undefined });
            onChange();
          },
        };
        if (options) return <ChoiceField key={name} {...shared} options={options} />;
        return <TextField key={name} {...shared} {...{ placeholder, isSecret, isOptional }} />;
      })}
      {children}
      <DialogFooter>
        <Button variant="outline" className="h-11 sm:h-9" onClick={onClose}>
          {words.cancel}
        </Button>
        {/* Not disabled while sending, which would lose the focus; a second press is ignored. */}
        <Button type="submit" className="h-11 sm:h-9" aria-disabled={isBusy}>
          {isBusy ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
          {isBusy ? submit.busy : submit.idle}
        </Button>
      </DialogFooter>
    </form>
  );
}

function textsOf({ fields }: ChannelWay, initial: EntryFieldsProps['initial']): Partial<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = initial?.[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
