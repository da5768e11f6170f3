import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = composerInDocument();
const { openPost, addDraft, write, becomes, posts, press } = app;

/** Search results by platform; the platforms' own responses are tested in tests/server/features/publishing. */
const PEOPLE = {
  bluesky: [
    { handle: 'grace.test', name: 'Grace Hopper', hasPicture: true },
    { handle: 'gracie.bsky.social', name: 'Gracie', hasPicture: false },
  ],
  mastodon: [{ handle: 'grace@other.example', name: 'Grace', hasPicture: false }],
};
const found = (platform: keyof typeof PEOPLE, url: string) => {
  const asked = new URL(url).searchParams.get('query') ?? '';
  return PEOPLE[platform].filter(({ handle }) => handle.startsWith(asked));
};

const preview = () => screen.getByRole('region', { name: 'Preview' });
const marks = () => [...preview().querySelectorAll('article span.text-primary')].map(({ textContent }) => textContent);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ });
const offered = async () =>
  (await screen.findAllByRole('option')).map(
    (option) =>
      `${[...option.querySelectorAll('bdi')].at(-1)?.textContent} ${option.querySelector('.sr-only')?.textContent}`,
  );
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

beforeEach(async () => {
  for (const platform of ['bluesky', 'mastodon'] as const) {
    const id = await app.addAccount(platform, platform, true);
    app.answer(new RegExp(`^GET .*/accounts/${id}/people\\?`), (url: string) => found(platform, url));
    app.answer(new RegExp(`^GET .*/accounts/${id}/people/picture`), { picture: 'data:image/jpeg;base64,' });
  }
});

it('are people who are found while their names are written, with the keyboard alone', async () => {
  await openPost(await addDraft({ caption: '', platforms: ['bluesky', 'mastodon'] }));
  await write('With @gra');
  const all = ['@grace.test Bluesky', '@grace@other.example Mastodon', '@gracie.bsky.social Bluesky'];
  // Sorted, because they are listed in the order in which the platforms answer.
  await waitFor(async () => expect((await offered()).sort()).toEqual(all));
  await says('3 people found. Choose with the arrow keys and Enter.');
  await waitFor(() => expect(screen.getByRole('listbox').querySelector('img')?.src).toMatch(/^data:image\/jpeg/));
  expect(active()).toBe(screen.getAllByRole('option')[0]);
  await app.user.keyboard('{ArrowUp}');
  expect(active()).toBe(screen.getAllByRole('option')[2]);
  while (!active()?.textContent?.includes('@gracie.bsky.social')) await app.user.keyboard('{ArrowDown}');
  await app.user.keyboard('{Enter}');
  await becomes('With @gracie.bsky.social ');
  expect([screen.queryByRole('listbox'), document.activeElement]).toEqual([null, field()]);
  await app.user.keyboard('and @grace@o');
  await waitFor(async () => expect(await offered()).toEqual(['@grace@other.example Mastodon']));
  await app.user.keyboard('{Tab}!');
  await becomes('With @gracie.bsky.social and @grace@other.example !');
  await press('Mastodon', { inside: preview() });
  await waitFor(() => expect(marks()).toEqual(['@grace']));
  await press('Bluesky', { inside: preview() });
  await waitFor(() => expect(marks()).toEqual(['@gracie.bsky.social']));
  app.letGo();
  app.fail(/^GET .*\/people\?/, { status: 429, body: { error: 'Too many requests.', code: 'too_many' } });
  await write('@somebody');
  await says('Bluesky cannot be searched right now. Type the name yourself.');
});

it.runIf(isFull)('go to their own platform alone where the person wants that, and are named elsewhere', async () => {
  await app.addAccount('twitter', 'bird');
  await openPost(await addDraft({ caption: '', platforms: ['bluesky', 'twitter'] }));
  await write('By @grac');
  await app.user.click(await screen.findByRole('option', { name: /^Grace Hopper/ }));
  await becomes('By @grace.test ');
  await says('@grace.test is a name on Bluesky: X would read @grace, perhaps someone else.');
  await press('Mention on Bluesky only');
  await becomes('By Grace Hopper ');
  await saysNoMore('is a name on Bluesky');
  const stored = async () =>
    (await posts())?.map(({ caption, alternatives }) => [caption, alternatives.bluesky?.caption]);
  const [named, mentioned] = [/^By Grace Hopper ?$/, /^By @grace\.test ?$/].map((text) => expect.stringMatching(text));
  // The previous test's page may still save its own post, too.
  await waitFor(async () => expect(await stored()).toContainEqual([named, mentioned]));
});
