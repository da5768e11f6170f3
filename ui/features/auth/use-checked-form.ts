import { type FormEvent, useState } from 'react';
import type { Errors } from '@/features/auth/credentials.ts';

/**
 * A small form that is checked when it is sent: a field that is not right gets its message and the focus; otherwise
 * `send` runs, and `busy` holds meanwhile. Typing in a field takes its message away. (react-hook-form would weigh 12 kB
 * on the screen that everybody loads first.)
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
