import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';

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
  await press('Reset to default: Bluesky');
  await stored({});
  expect(focused()).toMatch(/^Bluesky/);
});

const film = [{ path: 'walk.mp4', url: '', kind: 'video' as const }];

it('that the account does not have are grey and say why, and what has to be chosen is asked for', async () => {
  const asked = app.answer(/^POST .*\/channel\/check$/, { error: 'Not now', code: 'unavailable' }, 503);
  const account = await app.addAccount('tiktok', 'Walks', true, {
    allowedValues: { privacy: ['SELF_ONLY'] },
    usualValues: { privacy: 'SELF_ONLY' },
    disabledOptions: ['duet'],
    creatorName: 'Ada walks',
  });
  const id = await addDraft({ platforms: ['tiktok'], media: film });
  await openPost(id);
  await press('At a time');
  await press('Schedule');
  await says('Choose "Who can view this video": TikTok needs it for each post.');
  expect((await posts())[0]?.scheduled_posts).toEqual([]);
  await waitFor(() => expect(focused()).toMatch(/^TikTok/));
  await says('Will be published as Ada walks (Walks).');
  // If the platform does not answer, the stored values are kept.
  expect(asked).toEqual([`/api/accounts/${account}/channel/check`]);
  const duet = screen.getByRole<HTMLButtonElement>('switch', { name: 'Allow Duet' });
  expect(duet.disabled).toBe(true);
  await says('Not available: your TikTok account has it turned off.');
  await says('Not Everyone, Friends, Followers: your TikTok account does not allow it now.');
  await press('Who can view this video', { role: 'combobox' });
  expect(screen.getByRole('option', { name: 'Everyone' }).getAttribute('aria-disabled')).toBe('true');
  await press('Only me', { role: 'option' });
  await stored({ tiktok: { privacy: 'SELF_ONLY' } });
});

it('are chosen in the app where the post goes to its inbox', async () => {
  await app.addAccount('tiktok', 'Walks', true, { finishesInApp: true });
  await openPost(await addDraft({ platforms: ['tiktok'], media: film }));
  await open(/^TikTok/);
  await says('The post goes to your inbox in the TikTok app. You choose all of this there.');
  expect(screen.queryByRole('switch')).toBeNull();
});

it('that only count once the account is audited lead to the page where that is asked for', async () => {
  await app.addAccount('youtube_shorts', 'Walks', true, { keepsPrivate: true, usualValues: { privacy: 'public' } });
  await openPost(await addDraft({ caption: 'A walk', platforms: ['youtube_shorts'], media: film }));
  await says('YouTube keeps the video private until Google has audited it.');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ask Google for the audit' });
  expect(link.href).toBe('https://support.google.com/youtube/contact/yt_api_form');
});

it.runIf(isFull)('offer what the accounts have for a text, and still take another one', async () => {
  await app.addAccount('pinterest', 'bakery', true, { offers: { board: ['Bread', 'Cakes'] } });
  await app.addAccount('pinterest', 'mill', true, { offers: { board: ['Flour', 'Bread'] } });
  await openPost(await addDraft({ platforms: ['pinterest'] }));
  await open(/^Pinterest/);
  const list = document.getElementById(screen.getByLabelText('Board').getAttribute('list') ?? '');
  expect([...(list?.children ?? [])].map((one) => one.getAttribute('value'))).toEqual(['Bread', 'Cakes', 'Flour']);
  await fill('Board', 'Rye');
  await stored({ pinterest: { board: 'Rye' } });
});

it('the accounts of a post are every connected one, or those that are chosen', async () => {
  const ada = await app.addAccount('twitter', '@ada', true);
  await app.addAccount('twitter', '@bread', true);
  await openPost((await app.addPost({ content: { platforms: ['twitter'] } })).content_id);
  const chosen = async (name: string) =>
    (await screen.findByRole('button', { name: `${name} (X/Twitter)` })).getAttribute('aria-pressed');
  await waitFor(async () => expect([await chosen('@ada'), await chosen('@bread')]).toEqual(['true', 'true']));
  await press('@bread (X/Twitter)');
  expect(await chosen('@bread')).toBe('false');
  await press('Save changes');
  await says('Changes saved');
  expect((await posts())[0]?.account_ids).toEqual([ada]);
});
