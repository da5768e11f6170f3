import { screen } from '@testing-library/dom';
import { afterEach, expect, it } from 'vitest';
import { FormField } from '@/components/field.tsx';
import { cleanup, render } from '../helpers/component/react.ts';

afterEach(cleanup);

const show = (words: { hint?: string; error?: string }) =>
  render(
    <FormField label="Name" {...words}>
      {(control) => <input {...control} />}
    </FormField>,
  );

it('a field is named by its label and described by its hint and its error', () => {
  show({ hint: 'As people say it.', error: 'Enter a name.' });
  const field = screen.getByRole('textbox', { name: 'Name', description: 'As people say it. Enter a name.' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('Enter a name.');
});

it('a field without a hint and an error has no description', () => {
  show({});
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect([field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual(['false', null]);
});
