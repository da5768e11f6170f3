import { screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, it } from 'vitest';
import { FormField } from '@/components/field.tsx';
import { keepFocusOfDisabled } from '@/lib/keep-focus.ts';
import { cleanup, render } from '../helpers/component/react.ts';

afterEach(cleanup);

it('a field is named by its label and described by its hint and its error', () => {
  render(
    <FormField label="Name" hint="As people say it." error="Enter a name.">
      {(control) => <input {...control} />}
    </FormField>,
  );
  const field = screen.getByRole('textbox', { name: 'Name', description: 'As people say it. Enter a name.' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('Enter a name.');
});

it('a control that is disabled while it works gets its focus back, unless the person has moved on', async () => {
  const end = keepFocusOfDisabled();
  render(
    <>
      <button type="button">Generate</button>
      <button type="button">Elsewhere</button>
    </>,
  );
  const [button, elsewhere] = screen.getAllByRole<HTMLButtonElement>('button');
  if (!button || !elsewhere) throw new Error('There are no buttons.');
  const setDisabled = async (isDisabled: boolean) => {
    const isSeen = new Promise<void>((resolve) => {
      new MutationObserver(() => resolve()).observe(button, { attributes: true });
    });
    // A browser removes the focus from a disabled control.
    if (isDisabled) button.blur();
    button.disabled = isDisabled;
    await isSeen;
  };
  button.focus();
  await setDisabled(true);
  expect(document.activeElement).toBe(document.body);
  await setDisabled(false);
  await waitFor(() => expect(document.activeElement).toBe(button));
  await setDisabled(true);
  elsewhere.focus();
  await setDisabled(false);
  expect(document.activeElement).toBe(elsewhere);
  end();
});
