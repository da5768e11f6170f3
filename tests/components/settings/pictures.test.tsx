import { fireEvent, screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
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

describe('the Pictures card', () => {
  beforeEach(() => openWith({}, 'publishing'));

  it('takes a colour and a handle, shows them at once and stores them', async () => {
    expect(preview()).toContain('Your niche');
    await fill('Brand colour', '#0A7D5A');
    await fill('Handle', ' @bread.daily ');
    expect(preview()).toMatch(/@bread\.daily.*#0a7d5a/);
    expect(preview()).not.toContain('Your niche');
    await save();
    expect(await stored()).toEqual({ brand_color: '#0a7d5a', brand_handle: '@bread.daily' });
    expect(picker()?.value).toBe('#0a7d5a');
  });

  it("takes a colour of the browser's picker, and goes back to the colours of the niche", async () => {
    await openWith({ brand_handle: '@bread.daily' }, 'publishing');
    const input = picker();
    if (input) fireEvent.input(input, { target: { value: '#aa3377' } });
    await save();
    expect(await stored()).toMatchObject({ brand_color: '#aa3377' });
    await openWith({ brand_color: '#aa3377', brand_handle: '@bread.daily' }, 'publishing');
    await press('Colours by niche');
    expect(preview()).not.toContain('#aa3377');
    await fill('Handle', ' ');
    await save();
    expect(await stored()).toEqual({ brand_color: null, brand_handle: null });
  });

  it('says what is wrong with a colour, keeps it and saves nothing', async () => {
    const [label, typed] = ['Brand colour', 'blueish'];
    await fill(label, typed);
    await app.user.tab();
    await says('Enter a colour such as #2f4fc9: a # and six digits from 0 to 9 and a to f.');
    await press('Save Settings');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: label });
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
    expect(document.activeElement).toBe(field);
    expect(await stored()).toEqual({ brand_color: null, brand_handle: null });
  });
});
