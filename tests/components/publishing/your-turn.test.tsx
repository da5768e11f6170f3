import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';

/** What a person publishes by hand, and what came of all posts, on the dashboard. */
const app = schedulerInDocument();
const { open, addAccount, addPost, press, fill, answer, letGo } = app;

const COMPOSER = /^POST .*\/composer$/;
const BY_HAND = { platform: 'instagram', state: 'waiting', waits_for: 'by_hand' } as const;

async function openTurn() {
  const account_id = await addAccount('instagram', 'IG_Main');
  const words = { caption: 'Rye at noon', hashtags: ['#rye'], first_comment: 'More in the link' };
  const post = await addPost({
    status: 'needs_review',
    inHours: -1,
    content: { platforms: ['instagram'], ...words },
    deliveries: [{ ...BY_HAND, account_id }],
  });
  await open('/');
  await says('Needs your attention', 'Post it to Instagram yourself', 'Rye at noon #rye');
  return post;
}

describe('“Your turn”', () => {
  it('stands on the dashboard, and counts beside the Scheduler', async () => {
    await openTurn();
    const link = document.querySelector('nav a[href="/scheduler"]');
    await waitFor(() => expect(link?.textContent).toContain('1 needs your attention'));
  });

  it('opens the composer in the account’s own window, and says where the files are', async () => {
    await openTurn();
    answer(COMPOSER, { state: 'window', files: ['/tmp/local-agent/rye.jpg'] });
    await press('Open composer');
    await says(
      'The composer is open in the account’s own window. The caption is on the clipboard.',
      '/tmp/local-agent/rye.jpg',
    );
    expect(await navigator.clipboard.readText()).toBe('Rye at noon\n\n#rye');
  });

  it('shows the first comment to copy, and when to post it', async () => {
    await openTurn();
    await says('First comment', 'Post this below it once the post is live.', 'More in the link');
    await press('Copy first comment');
    await says('First comment copied');
    expect(await navigator.clipboard.readText()).toBe('More in the link');
  });

  it('opens the composer’s address in a new tab, and none that is no web address', async () => {
    const tabs = vi.spyOn(window, 'open').mockImplementation(() => window);
    await openTurn();
    answer(COMPOSER, { state: 'address', address: 'https://instagram.example/new', files: [] });
    await press('Open composer');
    await says('The composer is open in a new tab.');
    letGo();
    answer(COMPOSER, { state: 'address', address: 'javascript:alert(1)', files: [] });
    await press('Open composer');
    await says('Your browser blocked the new tab.');
    expect(tabs.mock.calls).toEqual([['https://instagram.example/new', '_blank']]);
    expect(document.querySelector('a[href^="javascript"]')).toBeNull();
    tabs.mockRestore();
  });

  it('is skipped after a question', async () => {
    await openTurn();
    const asked = answer(/^POST .*\/api\/deliveries\//, {});
    await press('Skip…');
    await says('The post will not be published to IG_Main (Instagram).');
    await press('Skip');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toEqual([expect.stringMatching(/\/cancel$/)]);
  });

  it('is marked as published with its link, and its post is over', async () => {
    const { id } = await openTurn();
    await press('Mark as published…');
    await says('Confirms that the post is live on IG_Main (Instagram).');
    await fill('Link to the post (optional)', 'https://instagram.example/p/3');
    await press('Mark as published');
    await says('Marked as published');
    await saysNoMore('Needs your attention');
    await open(`/scheduler?deliveries=${id}`);
    await says('Marked as published Open post on Instagram');
  });
});

describe('the best posts', () => {
  it('are honest while there are no figures', async () => {
    await open('/');
    await says('No figures yet.', 'Posts marked by hand have none.');
  });

  it('rank posts, templates and hours by what they got', async () => {
    const at = new Date(Date.now() - 24 * 60 * 60 * 1000);
    at.setUTCHours(18, 30);
    // In the configured zone; on a day of summer time as well as of winter.
    const hour = at.toLocaleTimeString('en-GB', { hour: '2-digit', timeZone: 'America/New_York' });
    const out = (caption: string, template_name: string | null, likes: number | null, replies: number) =>
      addPost({
        status: 'published',
        inHours: -24,
        content: { caption, template_name },
        deliveries: [
          {
            platform: 'twitter',
            state: 'published',
            published_at: at.toISOString(),
            figures: { likes, reposts: 2, replies },
          },
        ],
      });
    await out('Rye', 'Tips', null, 1);
    await out('Wheat', null, 1204, 3);
    await open('/');
    await says('Wheat X/Twitter 1,204 2 3 Rye X/Twitter – not reported 2 1');
    await says('None 1 1,209 Tips 1 3', `${hour}:00 2 606`);
  });
});
