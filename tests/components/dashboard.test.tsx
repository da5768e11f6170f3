import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { isAt, says, saysNoMore } from '../helpers/component/app.tsx';
import { hurry } from '../helpers/component/hurry.ts';
import { schedulerInDocument } from '../helpers/component/scheduler.tsx';
import { isFull } from '../helpers/depth.ts';
import { NOTICES } from '../helpers/notices.ts';

/** Right-to-left, with markup and an emoji. */
const MIXED = 'خبز <b>اليوم</b> 🍞';
const LONG_LINE = 'Sleep your way to Vienna: five things that make a couchette feel like a room in a small hotel';
const DAY_H = 24;
const PROJECT = {
  niche_name: 'Night trains',
  source_url_1: 'https://example.com/a',
  source_url_2: 'https://example.com/b',
  platforms: ['instagram' as const],
};

const app = schedulerInDocument();
const { open, press, fail, letGo, reload, addAccount, addContent, addPost } = app;

/** The label, count and caption of each stat card. */
const stats = () =>
  [...(document.querySelector('main a[href="/media"]')?.closest('ul')?.children ?? [])].map((card) =>
    [...card.querySelectorAll('a > span')].map((part) => part.textContent?.trim()),
  );

describe('the dashboard of an empty workspace', () => {
  it('welcomes, counts nothing, and leads to the rest by its cards and quick actions', async () => {
    await open('/');
    await says(
      'Your AI-powered content automation platform for social media',
      'No activity yet. Start by creating your first content!',
      'Posts Scheduled 0 Ready to publish',
      'Connect an account to see likes.',
    );
    expect(stats()).toEqual([
      ['Posts Scheduled', '0', 'Ready to publish'],
      ['Content Created', '0', 'AI-generated pieces'],
      ['Media Assets', '0', 'Images & videos stored'],
      ['Active Accounts', '0', 'Connected platforms'],
    ]);
    for (const [action, caption, path] of [
      ['Create Content', 'Generate posts with AI', '/create'],
      ['Schedule Posts', 'Manage your calendar', '/scheduler'],
      ['Connect Accounts', 'Add social media profiles', '/accounts'],
    ] as const) {
      expect(screen.getByRole('link', { name: `${action} ${caption}` }).getAttribute('href')).toBe(path);
    }
    await press('Create Content', { role: 'link' });
    await isAt('/create');
  });

  it('that cannot be loaded shows dashes, claims nothing, and reads everything again with the first answer', async () => {
    // The delay before a failed request is retried.
    hurry(1000);
    fail(/\/rest\/v1\//, { status: 502, body: { message: 'The backend is away.' } });
    await open('/');
    await says('Not available', 'The next posts could not be loaded.');
    await waitFor(() => expect(stats().map(([, count]) => count)).toEqual(Array(4).fill('–Not available')));
    for (const claim of ['No activity yet', 'Nothing is scheduled', 'No accounts yet']) {
      expect(document.body.textContent).not.toContain(claim);
    }
    // §8: the error is logged, and no message is shown.
    expect(document.querySelector(NOTICES)).toBeNull();
    expect(app.consoleErrors.join()).toContain('The dashboard could not be loaded.');
    letGo();
    await press('Try again');
    await says('Nothing is scheduled.');
    await saysNoMore('Not available');
  });
});

describe('the first steps', () => {
  const items = () => within(screen.getByRole('heading', { name: 'Get started' }).closest('section') as HTMLElement);

  it('are ticked off as they are done, and are gone for good once all are', async () => {
    await open('/');
    await says('0 of 4 done', 'Say what you post about', 'Publish your first post');
    const paths = items()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(paths).toEqual(['/create', '/scheduler', '/accounts', '/scheduler']);
    await app.member.from('content_projects').insert(PROJECT).throwOnError();
    const { id } = await addPost();
    reload();
    await says('2 of 4 done', 'Add an account');
    expect(document.body.textContent).not.toContain('Say what you post about');
    await addAccount('bluesky', 'Sky');
    await app.change(id, { status: 'published' });
    reload();
    await says('You post to 1 account by hand.');
    await saysNoMore('Get started');
    await app.member.from('content_projects').delete().not('id', 'is', null).throwOnError();
    reload();
    await says('You post to 1 account by hand.');
    expect(document.body.textContent).not.toContain('Get started');
  });

  it.runIf(isFull)('can be hidden, which is remembered, and be brought back', async () => {
    await open('/');
    await press('Hide this list');
    await says('List hidden', 'No accounts yet.');
    await press('Undo');
    await says('0 of 4 done');
    await press('Hide this list');
    reload();
    await says('No accounts yet.');
    expect(document.body.textContent).not.toContain('Get started');
  });
});

describe('the dashboard of a workspace in use', () => {
  it('counts what is there, and tells what happened lately, newest first', async () => {
    await app.member.from('content_projects').insert(PROJECT).throwOnError();
    await addContent({ caption: MIXED });
    await addPost({ time: '2031-01-15T14:30:00Z', content: { caption: `${LONG_LINE}\n\nSecond paragraph` } });
    await addAccount('instagram', 'IG_Main');
    await open('/');
    await says('Night trains', 'Post scheduled for Jan 15, 2031, 9:30 AM EST', '1 not logged in or connected');
    expect(stats().map(([, count]) => count)).toEqual(['1', '2', '0', '0']);
    const activity = screen.getByRole('heading', { name: 'Recent Activity' }).closest('section') as HTMLElement;
    const entries = within(activity).getAllByRole('listitem');
    expect(entries.map((item) => item.querySelector('span > span')?.textContent)).toEqual([
      'IG_Main',
      LONG_LINE,
      MIXED,
      'Night trains',
    ]);
  });

  it('shows the next three posts with their times in the configured zone, and how full each day is', async () => {
    await addPost({ time: '2031-01-15T14:30:00Z', content: { caption: MIXED, platforms: ['twitter', 'bluesky'] } });
    await addPost({ time: '2031-02-15T14:30:00Z', content: { caption: 'Fourth' } });
    const { id } = await addPost({ time: '2031-01-14T04:30:00Z', content: { caption: `${LONG_LINE}\n\nMore` } });
    await addPost({ inHours: 7 * DAY_H + 1, content: { caption: 'Soon' } });
    await open('/');
    await says('Times in America/New_York', 'Mon, Jan 13, 2031, 11:30 PM', 'Wed, Jan 15, 2031, 9:30 AM');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain(`/scheduler?deliveries=${id}`);
    const next = screen.getByRole('heading', { name: 'Next posts' }).closest('section');
    expect(next?.textContent).not.toContain('Fourth');
    await says('X/Twitter Bluesky');
    expect(within(screen.getByRole('list', { name: 'This week' })).getAllByRole('link')).toHaveLength(7);
  });

  it('names the accounts that need the user, the most pressing first, and how posts get to the others', async () => {
    const channels = app.agent.admin.from('channels');
    const sky = await addAccount('bluesky', 'Sky', true);
    const ada = await addAccount('linkedin', 'Ada', true);
    await addAccount('twitter', '@ada', true);
    await addAccount('instagram', 'IG_Main');
    const soon = new Date(Date.now() + 4.5 * DAY_H * 60 * 60 * 1000).toISOString();
    await channels.update({ expires_at: soon }).eq('account_id', ada).throwOnError();
    await channels.update({ state: 'reconnect' }).eq('account_id', sky).throwOnError();
    await open('/');
    await says(
      'Bluesky Sky Connect again: the login is no longer accepted. LinkedIn Ada The login expires in 4 days. Renew it before then.',
      '2 accounts post automatically.',
      'You post to 1 account by hand.',
    );
    expect(screen.getAllByRole('link', { name: /Connect again|Renew it/ })).toHaveLength(2);
  });
});

it('the figures rank posts by what they got, and are all in a table', async () => {
  const out = (caption: string, likes: number | undefined, comments: number) => {
    const delivery = { platform: 'twitter', state: 'published', published_at: new Date().toISOString() } as const;
    const deliveries = [{ ...delivery, figures: { likes, comments, shares: 2 } }];
    return addPost({ status: 'published', inHours: -DAY_H, content: { caption }, deliveries });
  };
  await out('Rye', undefined, 1);
  await out('Wheat', 1204, 3);
  await open('/');
  await says('Wheat X/Twitter 1,204 likes, 3 comments, 2 shares Rye X/Twitter 1 comment, 2 shares');
  await press('All figures');
  await says('Wheat X/Twitter 1,204 3 2 Rye X/Twitter – not reported 1 2');
});
