import { type FormEvent, useState } from 'react';
import type { Errors } from '@/features/auth/credentials.ts';

/**
 * A small form that is validated on submit. Invalid fields get their message, and the first one gets the focus;
 * otherwise `send` runs, with `busy` true until it ends, and may resolve to errors found by the server. Typing clears a
 * field's message. (react-hook-form would add 12 kB to the first screen.)
 */
export function useCheckedForm<Values extends Record<string, string>>(
  check: (values: Values) => Errors<Values>,
  send: (values: Values) => Promise<Errors<Values> | undefined>,
) {
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Values;
    if (show(form, check(values))) return;
    setBusy(true);
    const refused = await send(values).finally(() => setBusy(false));
    if (refused) show(form, refused);
  }

  /** Shows the errors and focuses the first invalid field; returns whether there are any. */
  function show(form: HTMLFormElement, found: Errors<Values>): boolean {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) (form.elements.namedItem(first) as HTMLElement).focus();
    return first !== undefined;
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setErrors(({ [name]: _, ...others }) => others as Errors<Values>);
  }

  return { errors, busy, form: { noValidate: true, onSubmit, onInput } };
}
