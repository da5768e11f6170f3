import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';

const app = composerInDocument();
const { openPost, addDraft, posts, press, fill } = app;
const options = () => screen.findByRole('region', { name: 'Options' });
const open = async (name: RegExp) => press(name, { inside: await options() });
const stored = (expected: object) => waitFor(async () => expect((await posts())[0]?.options).toEqual(expected));
const focused = () => document.activeElement?.textContent;

it('are folded up with what differs, shown by what applies, and taken back to the default', async () => {
  const id = await app.addAccount('bluesky', 'bakery', true);
  await app.agent.admin
    .from('social_accounts')
    .update({ posting_defaults: { quotes: false } })
    .eq('id', id)
    .throwOnError();
  await openPost(await addDraft({ platforms: ['bluesky', 'linkedin'] }));
  await open(/^Bluesky Default/);
  const quotes = () => screen.getByRole('switch', { name: 'Allow quote posts' });
  expect(quotes().getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByRole('combobox', { name: 'Content warning' })).toBeNull();
  await press('Allow quote posts', { role: 'switch' });
  await fill('Languages', 'en, de,');
  await stored({ bluesky: { quotes: true, languages: ['en', 'de'] } });
  await open(/^Bluesky Allow quote posts: On · Languages: en, de/);
  expect(screen.queryByRole('switch')).toBeNull();
  await open(/^Bluesky/);
  await press('Allow quote posts', { role: 'switch' });
  await stored({ bluesky: { languages: ['en', 'de'] } });
  await press('Reset to default: Bluesky');
  await stored({});
  expect(focused()).toMatch(/^Bluesky/);
});

it('that a platform does not take are named by the field and among the checks, from where they open', async () => {
  await app.addAccount('bluesky', 'bakery', true);
  await openPost(await addDraft({ platforms: ['bluesky'], options: { bluesky: { languages: ['English'] } } }));
  await says('Bluesky: Write each language as its code, such as en or pt-BR.');
  await press('Open options');
  await waitFor(() => expect(focused()).toMatch(/^Bluesky/));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Languages' });
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['English', 'true']);
  await fill('Languages', 'en');
  await saysNoMore('Write each language');
  await stored({ bluesky: { languages: ['en'] } });
});

it('offer what the account has for a text, and still take another one', async () => {
  const id = await app.addAccount('pinterest', 'bakery', true);
  const limits = { offers: { board: ['Bread', 'Cakes'] } };
  await app.agent.admin.from('channels').update({ limits }).eq('account_id', id).throwOnError();
  await openPost(await addDraft({ platforms: ['pinterest'] }));
  await open(/^Pinterest/);
  const board = screen.getByLabelText<HTMLInputElement>('Board');
  const offered = [...(board.ownerDocument.getElementById(board.getAttribute('list') ?? '')?.children ?? [])];
  expect(offered.map((one) => one.getAttribute('value'))).toEqual(['Bread', 'Cakes']);
  expect(screen.getByLabelText('Section').getAttribute('list')).toBeNull();
  await fill('Board', 'Rye');
  await stored({ pinterest: { board: 'Rye' } });
});
