import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostDeliveriesRow } from '../../shared/workspace/database.ts';
import { axeViolations, byRole, fill, pageText, waitForPath, waitForText } from '../helpers/browser.ts';
import { watchFaults } from '../helpers/console-watch.ts';
import { publishingScreen } from '../helpers/publishing-screen.ts';

/** What becomes of posts, account by account, and what a person does about it. */
const screen = publishingScreen();
const press = (name: string) => byRole(screen.page, 'button', name).click();
const pick = (name: string) => byRole(screen.page, 'menuitem', name).click();
const openMenu = () => screen.page.locator('#timeline button[aria-label^="More actions for the post at"]').click();

/** The posts to the agent's routes of publishing, "path body". */
const asked: string[] = [];
beforeAll(async () => {
  const permissions = ['clipboard-read', 'clipboard-sanitized-write'] as const;
  await screen.page.browserContext().overridePermissions(screen.agent.url, [...permissions]);
  screen.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST' || !/^\/api\/(posts|deliveries)\//.test(pathname)) return;
    asked.push(`${pathname} ${request.postData() ?? ''}`.trim());
  });
});
beforeEach(() => void asked.splice(0));

/** Has those routes answer as said and do nothing. */
const answerRoutes = (path: RegExp, status: number, body: unknown) => screen.fail(path, { status, body });

const failed: Partial<PostDeliveriesRow> = {
  state: 'failed',
  error_class: 'rejected',
  error_text: 'You are not allowed to create a Tweet with duplicate content.',
  attempts: [
    {
      kind: 'publish',
      startedAt: '2026-11-20T09:00:00Z',
      endedAt: '2026-11-20T09:00:02Z',
      state: 'failed',
      errorClass: 'rejected',
      words: 'You are not allowed to create a Tweet with duplicate content.',
      changes: ['compressed from 2.3 MB to 0.9 MB'],
      exchanges: [
        {
          at: '2026-11-20T09:00:01Z',
          step: 'create the post',
          method: 'POST',
          url: 'https://api.x.com/2/tweets',
          status: 403,
          words: '{"title":"Forbidden"}',
        },
      ],
    },
  ],
};

describe('the timeline', () => {
  it('shows where each post stands, and the way to the live one', async () => {
    const twitter = await screen.addAccount('twitter', '@ada', true);
    await screen.addPost({
      status: 'published',
      inHours: -1,
      deliveries: [
        { platform: 'twitter', account_id: twitter, state: 'published', remote_url: 'https://x.com/ada/status/1' },
        { platform: 'linkedin', state: 'published', by_hand: true, remote_url: 'javascript:alert(1)' },
      ],
    });
    await screen.goto('/scheduler');
    await waitForText(screen.page, 'X/Twitter @ada Published Open post on X/Twitter', 'Marked as published');
    const links = await screen.page.$$eval('#timeline li a', (all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://x.com/ada/status/1']);
  });

  it.each([
    ['pending', {}, 'Waiting its turn'],
    ['pending', { retry_after: '2031-01-01T10:00:00Z', error_class: 'transient' }, 'Retrying'],
    ['preparing', {}, 'Preparing'],
    ['publishing', {}, 'Publishing'],
    ['waiting', { waits_for: 'late' }, 'Its time has passed'],
    ['waiting', { waits_for: 'reconnect' }, 'Connect again'],
    ['needs_review', {}, 'Needs review'],
    ['cancelled', {}, 'Cancelled'],
  ] as const)('says of a delivery that is %s (%j): %s', async (state, more, words) => {
    const account = await screen.addAccount('twitter', '@ada', true);
    await screen.addPost({
      status: 'needs_review',
      inHours: -1,
      deliveries: [{ platform: 'twitter', account_id: account, state, ...more }],
    });
    await screen.goto('/scheduler');
    await waitForText(screen.page, `X/Twitter @ada ${words}`);
  });

  it('says what platforms would not take before a post goes out', async () => {
    await screen.addPost({
      problems: [
        { platform: 'twitter', accountId: null, text: 'Too long.', isWarning: false, mend: null, media: null },
        { platform: 'twitter', accountId: null, text: 'A link costs more.', isWarning: true, mend: null, media: null },
      ],
    });
    await screen.goto('/scheduler');
    await waitForText(screen.page, 'Problem: X/Twitter: Too long.', 'Note: X/Twitter: A link costs more.');
  });

  it('shortens a post that is too long at one click', async () => {
    const text = 'It has 479 of 280 characters.';
    await screen.addPost({
      content: { caption: 'A sentence about bread that is not short. '.repeat(12).trim() },
      problems: [{ platform: 'twitter', accountId: null, text, isWarning: false, mend: 'shorten', media: null }],
    });
    await screen.goto('/scheduler');
    await press(`Shorten: ${text}`);
    await waitForText(screen.page, 'Fixed. Check the post before it goes out.');
    await screen.page.waitForFunction((gone) => !document.body.textContent.includes(gone), {}, text);
  });

  it('publishes a scheduled post at once, after asking', async () => {
    const post = await screen.addPost({});
    await screen.goto('/scheduler');
    await answerRoutes(/\/api\/posts\//, 200, []);
    await openMenu();
    await pick('Publish now…');
    await waitForText(screen.page, 'Publish this post now?', 'It goes out at once instead of ');
    await press('Publish now');
    await waitForText(screen.page, 'Publishing now');
    expect(asked).toEqual([`/api/posts/${post.id}/publish`]);
  });

  it('retries, marks and cancels from the menu of a post', async () => {
    const account = await screen.addAccount('twitter', '@ada', true);
    const post = await screen.addPost({
      status: 'needs_review',
      inHours: -1,
      deliveries: [
        { ...failed, platform: 'twitter', account_id: account },
        { platform: 'linkedin', state: 'pending' },
      ],
    });
    const { data } = await screen.agent.admin.from('post_deliveries').select('id').eq('platform', 'twitter').single();
    await screen.goto('/scheduler');
    await answerRoutes(/\/api\/(posts|deliveries)\//, 200, {});
    await openMenu();
    await pick('Retry');
    await waitForText(screen.page, 'Queued again');
    await openMenu();
    await pick('Mark as published…');
    await fill(screen.page, 'Link to the post (optional)', 'x.com/ada');
    await press('Mark as published');
    await waitForText(screen.page, 'Enter a full link that starts with https://.');
    await fill(screen.page, 'Link to the post (optional)', 'https://x.com/ada/status/2');
    await press('Mark as published');
    await screen.page.waitForSelector('[role=dialog]', { hidden: true });
    await openMenu();
    await pick('Cancel unsent deliveries');
    await press('Cancel the rest');
    await screen.page.waitForSelector('[role=dialog]', { hidden: true });
    expect(asked).toEqual([
      `/api/deliveries/${data?.id}/retry`,
      `/api/deliveries/${data?.id}/mark {"url":"https://x.com/ada/status/2"}`,
      `/api/posts/${post.id}/cancel`,
    ]);
  });

  it('says why the agent did not do it', async () => {
    await screen.addPost({});
    await screen.goto('/scheduler');
    await answerRoutes(/\/api\/posts\//, 409, { error: 'This post was cancelled.', code: 'conflict' });
    await openMenu();
    await pick('Publish now…');
    await press('Publish now');
    await waitForText(screen.page, 'This post was cancelled.', 'Publish this post now?');
  });
});

describe('the delivery history', () => {
  it('shows every attempt with the platform’s words and its calls, without a fault', async () => {
    const faults = watchFaults(screen.page);
    const account = await screen.addAccount('twitter', '@ada', true);
    await screen.addPost({
      status: 'failed',
      inHours: -1,
      deliveries: [{ ...failed, platform: 'twitter', account_id: account }],
    });
    await screen.goto('/scheduler');
    await openMenu();
    await pick('Delivery history…');
    await waitForText(
      screen.page,
      'It cannot go out to X/Twitter like this. Edit it, then retry.',
      'X/Twitter says: You are not allowed',
      '1 attempt',
    );
    await screen.page.$$eval('[role=dialog] details', (all) => {
      for (const details of all) details.open = true;
    });
    expect(await pageText(screen.page)).toContain(
      [
        '1 attempt Nov 20, 2026, 9:00 AM UTC Publish: Failed You are not allowed to create a Tweet with duplicate content.',
        'compressed from 2.3 MB to 0.9 MB 1 call 09:00:01 create the post',
        'POST https://api.x.com/2/tweets → 403 {"title":"Forbidden"}',
      ].join(' '),
    );
    expect(await axeViolations(screen.page)).toEqual([]);
    expect(faults).toEqual([]);
    await press('Edit');
    await screen.page.waitForFunction(() => location.pathname.startsWith('/compose/'));
    await waitForText(screen.page, 'Post to', 'Text for');
  });

  it('says the risk before a post that may be live is sent again', async () => {
    const account = await screen.addAccount('linkedin', 'Ada', true);
    const post = await screen.addPost({
      status: 'needs_review',
      inHours: -1,
      deliveries: [{ platform: 'linkedin', account_id: account, state: 'needs_review', error_class: 'unknown' }],
    });
    await screen.goto(`/scheduler?deliveries=${post.id}`);
    await answerRoutes(/\/api\/deliveries\//, 200, {});
    await waitForText(screen.page, 'It may be live already. Check the account, then mark it as published');
    await press('Send again…');
    await waitForText(screen.page, 'If the first one is live on LinkedIn, the post will appear there twice.');
    expect(asked).toEqual([]);
    await press('Send again');
    await waitForText(screen.page, 'Queued again');
    expect(asked).toHaveLength(1);
  });

  it('leads to Accounts where an account must be connected again', async () => {
    const account = await screen.addAccount('twitter', '@ada', true);
    const post = await screen.addPost({
      status: 'failed',
      inHours: -1,
      deliveries: [{ platform: 'twitter', account_id: account, state: 'failed', error_class: 'auth' }],
    });
    await screen.goto(`/scheduler?deliveries=${post.id}`);
    await waitForText(screen.page, 'X/Twitter no longer accepts the login.');
    await byRole(screen.page, 'link', 'Connect again').click();
    await waitForPath(screen.page, '/accounts');
  });

  it('tells where a scheduled post will go, and how', async () => {
    await screen.addAccount('twitter', '@ada', true);
    await screen.addAccount('instagram', 'IG_Main');
    const post = await screen.addPost({ content: { platforms: ['twitter', 'instagram', 'tiktok'] } });
    await screen.goto(`/scheduler?deliveries=${post.id}`);
    await waitForText(screen.page, '@ada Direct', 'IG_Main Your turn', 'TikTok: No account Your turn');
  });
});

describe('“Your turn”', () => {
  const byHand = { platform: 'instagram', state: 'waiting', waits_for: 'by_hand' } as const;

  async function openTurn() {
    const account = await screen.addAccount('instagram', 'IG_Main');
    await screen.addPost({
      status: 'needs_review',
      inHours: -1,
      content: {
        caption: 'Rye at noon',
        hashtags: ['#rye'],
        platforms: ['instagram'],
        first_comment: 'More in the link',
      },
      deliveries: [{ ...byHand, account_id: account }],
    });
    await screen.goto('/');
    await waitForText(screen.page, 'Needs your attention', 'Post it to Instagram yourself', 'Rye at noon #rye');
  }

  it('stands on the dashboard, and counts beside the Scheduler', async () => {
    await openTurn();
    await screen.page.waitForSelector('nav a[href="/scheduler"] ::-p-text(1 needs your attention)');
    expect(await axeViolations(screen.page)).toEqual([]);
  });

  it('opens the composer in the account’s own window, and says where the files are', async () => {
    await openTurn();
    await answerRoutes(/\/composer$/, 202, { state: 'window', files: ['/tmp/local-agent/rye.jpg'] });
    await press('Open composer');
    await waitForText(
      screen.page,
      'The composer is open in the account’s own window. The caption is on the clipboard.',
      '/tmp/local-agent/rye.jpg',
    );
    expect(await screen.page.evaluate(() => navigator.clipboard.readText())).toBe('Rye at noon\n\n#rye');
  });

  it('shows the first comment to copy, and when to post it', async () => {
    await openTurn();
    await waitForText(screen.page, 'First comment', 'Post this below it once the post is live.', 'More in the link');
    await press('Copy first comment');
    await waitForText(screen.page, 'First comment copied');
    expect(await screen.page.evaluate(() => navigator.clipboard.readText())).toBe('More in the link');
  });

  it('opens the composer’s address in a new tab, and none that is no web address', async () => {
    await openTurn();
    const address = new URL('/icon.svg', screen.agent.url).href;
    await answerRoutes(/\/composer$/, 202, { state: 'address', address, files: [] });
    const opened = new Promise<string>((resolve) => screen.page.once('popup', (tab) => resolve(tab?.url() ?? '')));
    await press('Open composer');
    await waitForText(screen.page, 'The composer is open in a new tab.');
    await opened;
    for (const tab of await screen.page.browserContext().pages()) if (tab !== screen.page) await tab.close();
    await screen.letGo();
    await answerRoutes(/\/composer$/, 202, { state: 'address', address: 'javascript:alert(1)', files: [] });
    await press('Open composer');
    await waitForText(screen.page, 'Your browser blocked the new tab.');
    expect(await screen.page.$('a[href^="javascript"]')).toBeNull();
  });

  it('is marked as published, or skipped after a question', async () => {
    await openTurn();
    await answerRoutes(/\/api\/deliveries\//, 200, {});
    await press('Mark as published…');
    await waitForText(screen.page, 'Confirms that the post is live on IG_Main (Instagram).');
    await press('Mark as published');
    await waitForText(screen.page, 'Marked as published');
    await press('Skip…');
    await waitForText(screen.page, 'The post will not be published to IG_Main (Instagram).');
    await press('Skip');
    await screen.page.waitForSelector('[role=dialog]', { hidden: true });
    expect(asked.map((call) => call.replace(/.*\/(?=\w+)/, ''))).toEqual(['mark {"url":null}', 'cancel']);
  });
});

describe('with the agent’s own routes', () => {
  it('a delivery is marked as published, and its post is over', async () => {
    const post = await screen.addPost({
      status: 'needs_review',
      inHours: -1,
      deliveries: [{ platform: 'twitter', state: 'waiting', waits_for: 'by_hand' }],
    });
    await screen.goto('/');
    await press('Mark as published…');
    await fill(screen.page, 'Link to the post (optional)', 'https://x.com/ada/status/3');
    await press('Mark as published');
    await waitForText(screen.page, 'Marked as published');
    await screen.page.waitForSelector('::-p-text(Needs your attention)', { hidden: true });
    await screen.goto(`/scheduler?deliveries=${post.id}`);
    await waitForText(screen.page, 'Marked as published Open post on X/Twitter');
  });

  it('a scheduled post is published at once: by hand, where nothing is connected', async () => {
    const post = await screen.addPost({ content: { caption: 'Oat', platforms: ['linkedin'] } });
    await screen.goto(`/scheduler?deliveries=${post.id}`);
    await press('Publish now…');
    await press('Publish now');
    await waitForText(screen.page, 'Publishing now');
    // What the publisher of a started agent does next; the page reads again what came of it.
    await screen.agent.admin.rpc('open_due_posts', { most: 10 }).throwOnError();
    await waitForText(screen.page, 'Post it to LinkedIn yourself');
    await press('Skip…');
    await press('Skip');
    await waitForText(screen.page, 'No account Cancelled');
  });
});

describe('while publishing is paused', () => {
  it('says so on the dashboard and in the Scheduler, and resumes', async () => {
    await screen.agent.admin.from('app_settings').update({ publishing_paused: true }).not('id', 'is', null);
    const account = await screen.addAccount('twitter', '@ada', true);
    await screen.addPost({
      status: 'publishing',
      inHours: -1,
      deliveries: [{ platform: 'twitter', account_id: account, state: 'pending' }],
    });
    await screen.goto('/scheduler');
    await waitForText(screen.page, 'Publishing is paused. Nothing goes out until you resume.', '@ada Paused');
    await screen.goto('/');
    await press('Resume publishing');
    await screen.page.waitForSelector('section[aria-label="Publishing is paused"]', { hidden: true });
    const { data } = await screen.agent.admin.from('app_settings').select('publishing_paused').single();
    expect(data?.publishing_paused).toBe(false);
  });

  it('says that paused automation pauses publishing as well', async () => {
    await screen.agent.admin.from('app_settings').update({ automation_paused: true }).not('id', 'is', null);
    await screen.goto('/scheduler');
    await waitForText(screen.page, 'Automation is paused, and publishing with it.');
  });
});

describe('the best posts on the dashboard', () => {
  it('are honest while there are no figures', async () => {
    await screen.goto('/');
    await waitForText(screen.page, 'No figures yet.', 'Posts marked by hand have none.');
  });

  it('rank posts, templates and hours by what they got', async () => {
    const at = new Date(Date.now() - 24 * 60 * 60 * 1000);
    at.setUTCHours(7, 30);
    const out = (caption: string, template_name: string | null, likes: number | null, replies: number) =>
      screen.addPost({
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
    await screen.goto('/');
    await waitForText(screen.page, 'Wheat X/Twitter 1,204 2 3 Rye X/Twitter – not reported 2 1');
    await waitForText(screen.page, 'None 1 1,209 Tips 1 3', '07:00 2 606');
  });
});
