import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { ReadCard } from '../../../shared/posts/link-card.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = composerInDocument();
const { openPost, addDraft, write, text, becomes, posts, press, fill } = app;

const preview = () => screen.getByRole('region', { name: 'Preview' });
const article = () => preview().querySelector('article') ?? preview();
const hashtags = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Hashtags' });

it('is one for all, until that of a platform is changed, and is counted and judged for each', async () => {
  await app.addAccount('instagram', 'bakery');
  await app.addAccount('twitter', 'bakery_x');
  await openPost(await addDraft({ caption: '', platforms: ['instagram', 'twitter'] }));
  await write('Bread takes time, @anna.');
  await says('Saved', '24/2,200', '24/280', 'Instagram needs a picture or a video.');
  await fill('Hashtags', 'bread #home');
  await press('X/Twitter 38/280');
  await says('X/Twitter uses the shared text. Type here to customize it.');
  await fill(/^Text/, 'Bread!');
  await says('Custom text for X/Twitter.', '20/280');
  await waitFor(() => expect(article().textContent).toContain('Bread!'));
  const alternatives = { twitter: { caption: 'Bread!', hashtags: ['#bread', '#home'] } };
  await waitFor(async () =>
    expect(await posts()).toMatchObject([{ caption: 'Bread takes time, @anna.', alternatives }]),
  );
});

describe('a thread', () => {
  const THREE = 'One\n\f\nTwo\n\f\nThree';
  const storedAs = (caption: string) => waitFor(async () => expect((await posts())[0]?.caption).toBe(caption));
  const focused = () => document.activeElement?.getAttribute('aria-label');
  const openThread = async (caption: string) => {
    await app.addAccount('bluesky', 'bakery', true);
    await openPost(await addDraft({ caption, platforms: ['bluesky', 'linkedin'], hashtags: ['#bread'] }));
  };

  it('is written post by post, put in order by keyboard, shown and stored as it is', async () => {
    await openThread('One\n\f\nTwo');
    await press('Add to thread');
    await waitFor(() => expect(focused()).toBe('Text, post 3 of 3'));
    await app.user.paste('Three');
    await says(
      'Platforms without threads get it as one post.',
      'Will be published as a thread of 3 posts on Bluesky.',
      '13/300',
    );
    await app.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(focused()).toBe('Text, post 2 of 3'));
    await press('Bluesky', { inside: preview() });
    const shown = () => within(article()).getAllByRole('listitem', { name: /^Post/ });
    await waitFor(() =>
      expect(shown().map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('One'),
        expect.stringContaining('Three'),
        expect.stringMatching(/Two\s+#bread$/),
      ]),
    );
    await storedAs('One\n\f\nThree\n\f\nTwo');
  });

  it.runIf(isFull)('is put in order by its buttons, and a post of it is removed and brought back', async () => {
    await openThread(THREE);
    await press('Move post 1 down');
    await storedAs('Two\n\f\nOne\n\f\nThree');
    await press('Remove post 1');
    await storedAs('One\n\f\nThree');
    await app.pressInToast('Undo');
    await storedAs('Two\n\f\nOne\n\f\nThree');
  });
});

it.runIf(isFull)('takes emoji by keyboard alone, however soon the arrow follows the last letter', async () => {
  await openPost();
  // The `user` of the current document: every `open` creates a new one.
  const { user } = app;
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
  await user.keyboard('Good morning ');
  await user.tab();
  await user.keyboard('{Enter}');
  const search = await screen.findByRole('searchbox', { name: 'Search emoji' });
  await waitFor(() => expect(document.activeElement).toBe(search));
  // For "brea", the first result would be another emoji.
  await user.keyboard('bread{ArrowDown}{Enter}');
  await waitFor(async () => expect(await posts()).toMatchObject([{ caption: 'Good morning 🍞' }]));
});

const WHOLE = 'Bread takes time. Flour waits overnight. The oven heats at dawn. Loaves bake for an hour. They cool.';

it('is shortened without a model, with Undo', async () => {
  await openPost(await addDraft({ caption: WHOLE }));
  await press('Writer');
  await press('Shorten', { role: 'menuitem' });
  await says('Text rewritten', 'Shortened to whole sentences by the built-in writer.');
  await becomes('Bread takes time. Flour waits overnight.');
  await app.pressInToast('Undo');
  await becomes(WHOLE);
});

describe('the card of a link', () => {
  const url = 'http://bread.example/bread';
  const bread = {
    title: 'Bread at home',
    description: 'Four things and some time.',
    image: 'http://bread.example/1.jpg',
  };
  const READ: ReadCard = { card: { url, ...bread }, picture: 'data:image/jpeg;base64,', problem: null };
  const READING = /^POST .*\/api\/link-card$/;
  const hasCard = (card: object | null) => waitFor(async () => expect((await posts())[0]?.link_card).toEqual(card));
  const openLink = async (more: object = {}) => {
    const platforms = ['bluesky' as const, 'linkedin' as const, 'twitter' as const];
    await openPost(await addDraft({ caption: `Warm: ${url}`, platforms, ...more }));
  };

  it('is shown as each platform shows it, and can be changed', async () => {
    app.answer(READING, READ);
    await openLink();
    await press('LinkedIn', { inside: preview() });
    await waitFor(() => expect(article().textContent).toContain('Bread at home'));
    expect(article().textContent).not.toContain('Four things and some time.');
    await press('X/Twitter', { inside: preview() });
    // X reads the page itself, so the card cannot be edited.
    await waitFor(() => expect(article().textContent).toContain('From bread.example'));
    expect(screen.queryByRole('button', { name: 'Edit card' })).toBeNull();
    await press('Bluesky', { inside: preview() });
    await says('Bread at home', 'Four things and some time.', 'bread.example', 'Edit card', 'Remove card');
    expect(article().querySelector('img')?.src).toMatch(/^data:image\/jpeg/);
    await press('Edit card');
    await fill('Title', '');
    await press('Save');
    await says('Write a title.');
    await fill('Title', 'My bread');
    await press('Show the page’s picture', { role: 'checkbox' });
    await press('Save');
    await saysNoMore('Show the page’s picture');
    await says('My bread', 'Four things and some time.');
    expect(article().querySelector('img')).toBeNull();
    await hasCard({ url, ...bread, title: 'My bread', image: null });
  });

  it.runIf(isFull)('that is none says why, is read again when asked, left out, and brought back', async () => {
    app.answer(READING, { card: null, picture: null, problem: 'The link has no card: The page does not exist (404).' });
    await openLink({ platforms: ['bluesky'] });
    await says('The link has no card: The page does not exist', 'Write a card');
    app.letGo();
    app.answer(READING, READ);
    await press('Try again');
    await press('Remove card');
    await says('The link is published without a card.', 'Show the card again');
    expect(document.activeElement?.textContent).toBe('Show the card again');
    await hasCard({ off: true });
    await press('Show the card again');
    await says('Bread at home');
    await hasCard(null);
  });
});

it('shows links as they will be sent, and counts them so', async () => {
  const link_tags = { isOn: true, medium: '' };
  await app.agent.admin.from('app_settings').delete().not('id', 'is', null).throwOnError();
  await app.agent.admin.from('app_settings').insert({ link_tags }).throwOnError();
  await app.addAccount('bluesky', 'bakery', true);
  await openPost(await addDraft({ caption: 'See https://e.com/a.', platforms: ['bluesky'] }));
  await says('39/300', 'Links are published with your UTM parameters, as shown.');
  expect(article().textContent).toContain('See https://e.com/a?utm_source=bluesky.');
  expect(text()).toBe('See https://e.com/a.');
});

it.runIf(isFull)('hashtags are kept as groups by name, put in, changed, deleted and brought back', async () => {
  const groups = () => app.agent.admin.from('hashtag_groups');
  const becomeGroups = (...expected: object[]) =>
    waitFor(async () => expect((await groups().select('name, hashtags').throwOnError()).data).toEqual(expected));
  const choose = async (item: string) => {
    await press('Groups');
    await press(item, { role: 'menuitem' });
  };
  await groups().delete().not('id', 'is', null).throwOnError();
  await openPost(await addDraft({ hashtags: ['#bread', '#rye'] }));
  await choose('Save as group…');
  await press('Save group');
  await says('Enter a name.');
  await fill('Name', 'Baking');
  await press('Save group');
  await becomeGroups({ name: 'Baking', hashtags: ['#bread', '#rye'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await fill('Hashtags', '#Rye #home');
  await choose('Baking #bread #rye');
  await waitFor(() => expect(hashtags().value).toBe('#Rye #home #bread '));
  await choose('Manage groups…');
  await press('Edit Baking');
  const dialog = await waitFor(() => screen.getByRole('dialog', { name: 'Edit Baking' }));
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await fill('Hashtags', 'cake', dialog);
  await press('Save');
  await becomeGroups({ name: 'Baking', hashtags: ['#cake'] });
  await press('Delete Baking');
  await says('No groups left.');
  await press('Undo');
  await becomeGroups({ name: 'Baking', hashtags: ['#cake'] });
});

it.runIf(isFull)('is shown beside what was posted before, and takes over its text', async () => {
  const account = await app.addAccount('bluesky', 'bakery', true);
  const earlier = 'Why your loaf stays flat: let the dough double, then wait an hour.';
  const { content_id } = await app.addPost({
    status: 'published',
    time: '2024-10-03T09:00:00Z',
    content: { caption: earlier, status: 'published', platforms: ['bluesky'], account_ids: [account] },
    deliveries: [
      {
        platform: 'bluesky',
        account_id: account,
        state: 'published',
        published_at: '2024-10-03T09:00:00Z',
        figures: { likes: 93 },
      },
    ],
  });
  await openPost();
  await press('bakery (Bluesky)');
  await write('Why your loaf stays flat: let the dough double, then wait two hours.');
  await says('1 nearly the same', 'Nearly the same as what bakery posted on 3 Oct 2024.');
  expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(`/scheduler?post=${content_id}`);
  await press(/^Posted before/);
  await says('93 likes');
  await press(`Use as a starting point: ${earlier.slice(0, 60)}`);
  await becomes(earlier);
});
