import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';

const app = settingsInDocument();
const { openWith, press, fill, save } = app;

const stored = async () => {
  const { brand_color, brand_handle } = await app.stored();
  return { brand_color, brand_handle };
};
const picker = () => document.querySelector<HTMLInputElement>('input[type=color]');

/** The words and backgrounds of the three small cards. */
const preview = () => {
  const cards = screen.getByRole('img', { name: 'How cards will look' });
  const colours = [...cards.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.background);
  return `${cards.textContent} ${colours.join(' ')}`;
};

it('the Pictures card takes a colour and a handle, typed or picked, shows them at once, and says what is wrong', async () => {
  await openWith({}, 'publishing');
  expect(preview()).toContain('Your niche');
  await fill('Brand colour', 'blueish');
  await app.user.tab();
  await says('Enter a colour such as #2f4fc9: a # and six digits from 0 to 9 and a to f.');
  await press('Save Settings');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Brand colour' });
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['blueish', 'true']);
  expect(document.activeElement).toBe(field);
  expect(await stored()).toEqual({ brand_color: null, brand_handle: null });

  await fill('Brand colour', '#0A7D5A');
  await fill('Handle', ' @bread.daily ');
  expect(preview()).toMatch(/@bread\.daily.*#0a7d5a/);
  expect(preview()).not.toContain('Your niche');
  await save();
  expect(await stored()).toEqual({ brand_color: '#0a7d5a', brand_handle: '@bread.daily' });
  const input = picker();
  expect(input?.value).toBe('#0a7d5a');
  if (input) fireEvent.input(input, { target: { value: '#aa3377' } });
  expect(preview()).toContain('#aa3377');
  await press('Colours by niche');
  expect(preview()).not.toContain('#aa3377');
  await fill('Handle', ' ');
  await press('Save Settings');
  await waitFor(async () => expect(await stored()).toEqual({ brand_color: null, brand_handle: null }));
});
