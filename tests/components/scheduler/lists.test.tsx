import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument, textsOf } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const app = schedulerInDocument();
const { addContent, addPost, openLists, press, choose, fail, letGo, reload } = app;

const tab = (name: RegExp) => press(name, { inside: screen.getByRole('navigation', { name: 'Posts' }) });
const captions = () => screen.queryAllByRole('article').map((post) => post.querySelector('p[dir]')?.textContent);
const show = (...expected: string[]) => waitFor(() => expect(captions()).toEqual(expected));
const search = async (words: string) => {
  await app.user.clear(screen.getByRole('searchbox', { name: 'Search all posts' }));
  if (words) await app.user.paste(words);
};

/** Adds this many pieces of content, the oldest first, "Post 0." and so on. Returns their ids. */
async function addMany(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    content_type: 'text' as const,
    caption: `Post ${index}.`,
    created_at: new Date(Date.now() - (count - index) * 1000).toISOString(),
  }));
  const { data } = await app.agent.admin.from('generated_content').insert(rows).select('id').throwOnError();
  return data.map(({ id }) => id);
}

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

  it.runIf(isFull)('give a post the same menu everywhere, and open it beside the list', async () => {
    await addPost({ time: '2031-01-16T14:30:00Z', content: { caption: 'Rye' } });
    await openLists();
    const items = async (inside: HTMLElement) => {
      await press('More actions for “Rye”', { inside });
      const found = within(await screen.findByRole('menu')).getAllByRole('menuitem');
      const words = found.map(({ textContent }) => textContent);
      await app.user.keyboard('{Escape}');
      return words;
    };
    const inList = await items(document.body);
    expect(inList).toEqual([
      'Edit',
      'Reschedule…',
      'Publish now…',
      'Repeat…',
      'Labels…',
      'Keep',
      'Cancel post',
      'Delete…',
    ]);
    await press('Open “Rye”');
    const panel = await screen.findByRole('dialog');
    await waitFor(() => expect(panel.textContent).toContain('Where it goes'));
    expect(await items(panel)).toEqual(inList);
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Open “Rye”');
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
  const addTwo = async (labels: string[] = []) => {
    await addPost({ content: { caption: 'Croissants', platforms: ['twitter'], labels: ['Butter'] } });
    return addPost({ content: { caption: 'Pretzels', platforms: ['facebook'], labels } });
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

  it.runIf(isFull)('narrow every tab by label too, also after a reload', async () => {
    await addTwo(['Butter', 'Whole grain']);
    await openLists('?platform=twitter');
    await choose('Label', 'Butter 1');
    await isAt('/scheduler?platform=twitter&label=Butter');
    reload();
    await show('Croissants');
    await choose('Label', 'Whole grain 0');
    await says('Nothing matches', 'Queue 0');
    await app.user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    await show('Croissants', 'Pretzels');
    await isAt('/scheduler');
  });

  it.runIf(isFull)('let everything through where they make no sense', async () => {
    await addTwo();
    await openLists('?tab=nonsense&platform=myspace&project=7&view=year');
    await show('Croissants', 'Pretzels');
  });

  it.runIf(isFull)('are of labels that the menu of a post gives', async () => {
    const { content_id } = await addTwo();
    await openLists();
    await press('More actions for “Pretzels”');
    await press('Labels…', { role: 'menuitem' });
    await press('Butter', { inside: await screen.findByRole('dialog') });
    await app.fill('New label', 'Whole grain');
    await press('Save labels');
    await says('Labels saved');
    await waitFor(async () =>
      expect(textsOf('li[data-post]').find((text) => text?.includes('Pretzels'))).toMatch(/Butter.*Whole grain/),
    );
    const { data } = await app.agent.admin.from('generated_content').select('labels').eq('id', content_id).single();
    expect(data?.labels).toEqual(['Butter', 'Whole grain']);
  });
});

describe('a long list', () => {
  it('of what was sent stands below its days', async () => {
    const ids = await addMany(2);
    const posts = ids.map((content_id, days) => ({
      content_id,
      status: 'published' as const,
      scheduled_time: new Date(Date.now() - days * DAY_MS).toISOString(),
    }));
    await app.agent.admin.from('scheduled_posts').insert(posts).throwOnError();
    await openLists('?tab=sent');
    await waitFor(() => expect(textsOf('h3')).toEqual(['Today', 'Yesterday']));
  });

  it.runIf(isFull)('is read page by page', async () => {
    const ids = await addMany(51);
    await openLists('?tab=drafts');
    await says('Generated Content (51)');
    await press('Show more (1 left)');
    await waitFor(() => expect(captions()).toEqual(ids.map((_, index) => `Post ${50 - index}.`)));
  });

  it.runIf(isFull)('keeps what is there when the next page cannot be read', async () => {
    await addMany(51);
    await openLists('?tab=drafts');
    fail(/^GET .*listed_posts.*offset=50/);
    await press('Show more (1 left)');
    await says('Failed to load content', 'Show more (1 left)');
    await waitFor(() => expect(captions()).toHaveLength(50));
    letGo();
    await press('Show more (1 left)');
    await waitFor(() => expect(captions()).toHaveLength(51));
  });
});
