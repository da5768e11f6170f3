import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isAt, says } from '../../helpers/component/app.tsx';
import { schedulerInDocument, textsOf } from '../../helpers/component/scheduler.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

const app = schedulerInDocument();
const { addContent, addPost, openLists, press, choose, fail, letGo, reload } = app;

const card = (id: 'generated-content' | 'timeline') => document.querySelector(`#${id}`) as HTMLElement;
const captions = () => screen.queryAllByRole('article').map((post) => post.querySelector('p[dir]')?.textContent);

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

describe('the filters', () => {
  it('narrow each list by status and platform, say how many there are, and stay in the address', async () => {
    await addPost({ content: { status: 'draft', platforms: ['instagram', 'twitter'] } });
    await addPost({ status: 'published', inHours: -24, content: { caption: 'Croissants', platforms: ['twitter'] } });
    await addContent({ caption: 'Pretzels', platforms: ['facebook'] });
    await openLists();
    await choose('Status', 'scheduled 2', card('generated-content'));
    await choose('Platform', 'X/Twitter 1', card('generated-content'));
    await says('Generated Content (3)', '1 of 3');
    expect(captions()).toEqual(['Croissants']);
    await choose('Status', 'published 1', card('timeline'));
    await says('Scheduled Posts Timeline (2)', '1 of 2');
    await isAt('/scheduler?content-status=scheduled&content-platform=twitter&post-status=published');
    reload();
    await says('1 of 3', '1 of 2');
    await waitFor(() => expect(textsOf('#timeline li[data-post] p[dir]')).toEqual(['Croissants']));
  });

  it('that let nothing through say so and can be cleared', async () => {
    await addContent({ platforms: ['instagram'] });
    await openLists('?content-status=failed');
    await says('Nothing matches these filters', '0 of 1', 'Generated Content (1)');
    await app.user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    await says('Sourdough');
    await isAt('/scheduler');
  });

  it('of an address that makes no sense let everything through', async () => {
    await addContent();
    await openLists('?content-status=nonsense&content-platform=myspace');
    await says('Sourdough');
  });
});

describe('long lists', () => {
  it('are read page by page; the timeline begins with what comes next', async () => {
    const ids = await addMany(62);
    const posts = ids.map((content_id, index) => ({
      content_id,
      scheduled_time: new Date(Date.now() + (index - 10) * DAY_MS + 60_000).toISOString(),
    }));
    await app.agent.admin.from('scheduled_posts').insert(posts).throwOnError();
    await openLists('?content-status=failed');
    await says('Scheduled Posts Timeline (62)', 'Show more (7 left)', 'Show earlier (5)');
    await press('Show earlier (5)');
    await press('Show more (7 left)');
    await waitFor(() => expect(textsOf('#timeline li p[dir]')).toEqual(posts.map((_, index) => `Post ${index}.`)));
  });

  it('say when the next page cannot be read, keep what is there, and try again', async () => {
    await addMany(51);
    await openLists();
    await says('Show more (1 left)');
    fail(/^GET .*offset=50/);
    await press('Show more (1 left)');
    await says('Failed to load content', 'Show more (1 left)');
    expect(captions()).toHaveLength(50);
    letGo();
    await press('Show more (1 left)');
    await waitFor(() => expect(captions()).toHaveLength(51));
  });
});
