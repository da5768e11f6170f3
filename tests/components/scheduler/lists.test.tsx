import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument, textsOf } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = schedulerInDocument();
const { addContent, addPost, openLists, press, choose, fail, letGo, reload } = app;

const tab = (name: RegExp) => press(name, { inside: screen.getByRole('navigation', { name: 'Posts' }) });
const captions = () => screen.queryAllByRole('article').map((post) => post.querySelector('p[dir]')?.textContent);
const show = (...expected: string[]) => waitFor(() => expect(captions()).toEqual(expected));
const search = async (words: string) => {
  await app.user.clear(screen.getByRole('searchbox', { name: 'Search all posts' }));
  if (words) await app.user.paste(words);
};

describe('the tabs', () => {
  it('hold each post once: drafts, what waits, what needs a hand, and what was sent, the next or the newest first', async () => {
    await addContent({ caption: 'Draft', status: 'draft' });
    await addPost({ inHours: 48, content: { caption: 'Later' } });
    await addPost({ inHours: 1, content: { caption: 'Next' } });
    await addPost({ status: 'needs_review', inHours: -2, content: { caption: 'By hand' } });
    await addPost({ status: 'failed', inHours: -3, content: { caption: 'Failed' } });
    for (const [hours, caption] of [[-50, 'First'] as const, [-26, 'Last'] as const])
      await addPost({ status: 'published', inHours: hours, content: { caption } });
    await addPost({ status: 'cancelled', content: { caption: 'Cancelled', status: 'draft' } });
    await openLists();
    await says('Drafts 2', 'Queue 2', 'Your turn 2', 'Sent 2', 'Bin 0', 'Scheduled Posts Timeline (2)');
    await show('Next', 'Later');
    await tab(/^Drafts/);
    await says('Generated Content (2)');
    await show('Cancelled', 'Draft');
    await tab(/^Your turn/);
    await show('Failed', 'By hand');
    await says('your turn', 'failed');
    await tab(/^Sent/);
    await show('Last', 'First');
    await isAt('/scheduler?tab=sent');
    reload();
    await show('Last', 'First');
  });
});

describe('the search', () => {
  it('is over all posts, whatever is shown or loaded, and gives the tab back when it is cleared', async () => {
    await addPost({ content: { caption: 'Croissants', hashtags: ['#butter'] } });
    await addPost({ status: 'published', inHours: -24 * 40, content: { caption: 'Butter croissants of last month' } });
    await addContent({ caption: 'Rye', status: 'draft' });
    await openLists('?tab=drafts');
    await show('Rye');
    await search('butter CROISS');
    await says('Found (2)', 'Sent 1', 'Queue 1', 'Drafts 0');
    await show('Croissants', 'Butter croissants of last month');
    await isAt('/scheduler?q=butter+CROISS');
    await tab(/^Sent/);
    await show('Butter croissants of last month');
    await search('spelt');
    await says('Nothing matches');
    await press('Clear the search', { inside: document.querySelector('[data-slot=empty-state]') as HTMLElement });
    await saysNoMore('Nothing matches');
  });
});

describe('the filters', () => {
  const addTwo = async () => {
    await addPost({ content: { caption: 'Croissants', platforms: ['twitter'], labels: ['Butter'] } });
    await addPost({ content: { caption: 'Pretzels', platforms: ['facebook'] } });
  };

  it('narrow every tab by platform, and stay in the address', async () => {
    await addTwo();
    await openLists();
    await choose('Platform', 'X/Twitter 1');
    await says('Scheduled Posts Timeline (1)');
    await show('Croissants');
    await isAt('/scheduler?platform=twitter');
    await press('Clear filters');
    await show('Croissants', 'Pretzels');
    await isAt('/scheduler');
  });

  it.runIf(isFull)('narrow by the labels that the menu of a post gives', async () => {
    await addTwo();
    await openLists();
    await press('More actions for “Pretzels”');
    await press('Labels…', { role: 'menuitem' });
    await press('Butter', { inside: await screen.findByRole('dialog') });
    await app.fill('New label', 'Whole grain');
    await press('Save labels');
    await says('Labels saved');
    await choose('Label', 'Whole grain 1');
    await isAt('/scheduler?label=Whole+grain');
    reload();
    await show('Pretzels');
    expect(textsOf('li[data-post]')[0]).toMatch(/Butter.*Whole grain/);
  });
});

describe('a long list', () => {
  it('of what was sent stands below its days', async () => {
    for (const hours of [0, -24]) await addPost({ status: 'published', inHours: hours });
    await openLists('?tab=sent');
    await waitFor(() => expect(textsOf('h3')).toEqual(['Today', 'Yesterday']));
  });

  it.runIf(isFull)('is read page by page, and keeps what is there when the next cannot be read', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => ({
      content_type: 'text' as const,
      caption: `Post ${index}.`,
      created_at: new Date(Date.now() - (51 - index) * 1000).toISOString(),
    }));
    await app.agent.admin.from('generated_content').insert(rows).throwOnError();
    await openLists('?tab=drafts');
    fail(/^GET .*listed_posts.*offset=50/);
    await press('Show more (1 left)');
    await says('Failed to load content', 'Show more (1 left)');
    letGo();
    await press('Show more (1 left)');
    await show(...rows.map(({ caption }) => caption).reverse());
  });
});
