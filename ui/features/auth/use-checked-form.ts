import { type FormEvent, useState } from 'react';
import type { Errors } from '@/features/auth/credentials.ts';

/**
 * A small form that is validated on submit: invalid fields get their message, the first one the focus; otherwise `send`
 * runs, with `busy` true until it ends. Typing clears a field's message. (react-hook-form would add 12 kB to the first
 * screen.)
 */
export function useCheckedForm<Values extends Record<string, string>>(
  check: (values: Values) => Errors<Values>,
  send: (values: Values) => Promise<void>,
) {
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Values;
    const found = check(values);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) return (form.elements.namedItem(first) as HTMLElement).focus();
    setBusy(true);
    await send(values).finally(() => setBusy(false));
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setErrors(({ [name]: _, ...others }) => others as Errors<Values>);
  }

  return { errors, busy, form: { noValidate: true, onSubmit, onInput } };
}
