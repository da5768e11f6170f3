import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

/** The outcome of posts, account by account, and what the user can do about it. */
const app = schedulerInDocument();
const { open, openLists, addAccount, addPost, choosePost, press, fill, answer, fail, letGo } = app;

const ROUTES = /^POST .*\/api\/(posts|deliveries)\//;
const WORDS = 'You are not allowed to create a Tweet with duplicate content.';
const FAILED: Partial<PostDeliveriesRow> = {
  state: 'failed',
  error_class: 'rejected',
  error_text: WORDS,
  attempts: [
    {
      kind: 'publish',
      startedAt: '2026-11-20T09:00:00Z',
      endedAt: '2026-11-20T09:00:02Z',
      state: 'failed',
      errorClass: 'rejected',
      words: WORDS,
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
const dialog = () => screen.findByRole('dialog');
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the timeline', () => {
  it('shows where each post stands, and the way to the live one', async () => {
    const account_id = await addAccount('twitter', '@ada', true);
    await addPost({
      status: 'published',
      inHours: -1,
      deliveries: [
        { platform: 'twitter', account_id, state: 'published', remote_url: 'https://x.com/ada/status/1' },
        { platform: 'linkedin', state: 'published', by_hand: true, remote_url: 'javascript:alert(1)' },
      ],
    });
    await openLists('?tab=sent');
    await says('X/Twitter @ada Published Open post on X/Twitter', 'Marked as published');
    const links = [...document.querySelectorAll('li[data-post] a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['https://x.com/ada/status/1']);
  });

  it('says what platforms would not take before a post goes out, and shortens one that is too long at one click', async () => {
    const problem = { platform: 'twitter', accountId: null, mend: null, media: null } as const;
    await addPost({
      problems: [
        { ...problem, text: 'Not so.', isWarning: false },
        { ...problem, text: 'A link costs more.', isWarning: true },
      ],
    });
    const text = 'It has 3359 characters; the limit is 3000.';
    await addPost({
      content: { platforms: ['linkedin'], caption: 'A sentence about bread that is not short. '.repeat(80).trim() },
      problems: [{ platform: 'linkedin', accountId: null, text, isWarning: false, mend: 'shorten', media: null }],
    });
    await openLists();
    await says('Problem: X/Twitter: Not so.', 'Note: X/Twitter: A link costs more.');
    await press(`Shorten: ${text}`);
    await says('Fixed. Check the post before it is published.');
    await saysNoMore(text);
  });
});

describe('the menu of a post', () => {
  it('publishes it at once, after asking, or says why the agent did not', async () => {
    const { id } = await addPost();
    await openLists();
    fail(ROUTES, { status: 409, body: { error: 'This post was cancelled.', code: 'conflict' } });
    await choosePost('Publish now…');
    await says('Publish this post now?', 'It will be published right away instead of ');
    await press('Publish now', { inside: await dialog() });
    await says('This post was cancelled.', 'Publish this post now?');
    letGo();
    const asked = answer(ROUTES, []);
    await press('Publish now', { inside: await dialog() });
    await says('Publishing now');
    expect(asked).toEqual([`/api/posts/${id}/publish`]);
  });

  it('retries, marks and cancels', async () => {
    const account_id = await addAccount('twitter', '@ada', true);
    const { id } = await addPost({
      status: 'needs_review',
      inHours: -1,
      deliveries: [
        { ...FAILED, platform: 'twitter', account_id },
        { platform: 'linkedin', state: 'pending' },
      ],
    });
    const { data } = await app.agent.admin.from('post_deliveries').select('id').eq('platform', 'twitter').single();
    await openLists('?tab=turn');
    const asked = answer(ROUTES, {});
    await choosePost('Retry');
    await says('Queued again');
    await choosePost('Mark as published…');
    await fill('Link to the post (optional)', 'x.com/ada');
    await press('Mark as published');
    await says('Enter a full link that starts with https://.');
    await fill('Link to the post (optional)', 'https://x.com/ada/status/2');
    await press('Mark as published');
    await noDialog();
    await choosePost('Cancel unsent deliveries');
    await press('Cancel the rest');
    await noDialog();
    expect(asked).toEqual([
      `/api/deliveries/${data?.id}/retry`,
      `/api/deliveries/${data?.id}/mark {"url":"https://x.com/ada/status/2"}`,
      `/api/posts/${id}/cancel`,
    ]);
  });
});

describe('the delivery history', () => {
  it('shows every attempt with the platform’s words and its calls, and leads to the composer', async () => {
    const account_id = await addAccount('twitter', '@ada', true);
    const { id, content_id } = await addPost({
      status: 'failed',
      inHours: -1,
      deliveries: [{ ...FAILED, platform: 'twitter', account_id }],
    });
    await open(`/scheduler?post=${id}`);
    await says(
      'It cannot be published to X/Twitter like this. Edit it, then retry.',
      'X/Twitter says: You are not allowed',
      `1 attempt Nov 20, 2026, 4:00 AM EST Publish: Failed ${WORDS} compressed from 2.3 MB to 0.9 MB 1 call`,
      '04:00:01 create the post POST https://api.x.com/2/tweets → 403 {"title":"Forbidden"}',
    );
    await press('Edit', { role: 'link', inside: await dialog() });
    await isAt(`/compose/${content_id}`);
  });

  it('says the risk before a post that may be live is sent again, and leads to Accounts where one must be connected again', async () => {
    const account_id = await addAccount('linkedin', 'Ada', true);
    const signedOut = { platform: 'twitter', state: 'failed', error_class: 'auth' } as const;
    const post = await addPost({
      status: 'needs_review',
      inHours: -1,
      deliveries: [
        { platform: 'linkedin', account_id, state: 'needs_review', error_class: 'unknown' },
        { ...signedOut, account_id: await addAccount('twitter', '@ada', true) },
      ],
    });
    const { data } = await app.agent.admin.from('post_deliveries').select('id').eq('platform', 'linkedin').single();
    await open(`/scheduler?deliveries=${post.id}`);
    const asked = answer(ROUTES, {});
    await says('It may be live already. Check the account, then mark it as published');
    await press('Send again…');
    await says('If the first one is live on LinkedIn, the post will appear there twice.');
    expect(asked).toEqual([]);
    await press('Send again');
    await says('Queued again');
    expect(asked).toEqual([`/api/deliveries/${data?.id}/retry`]);
    await says('X/Twitter no longer accepts the login.');
    await press('Connect again', { role: 'link' });
    await isAt('/accounts');
  });
});

it.runIf(isFull)('the figures of a delivery are shown as they grew, to be read by keyboard or in a table', async () => {
  const post = await addPost({
    status: 'published',
    inHours: -1,
    deliveries: [{ platform: 'bluesky', state: 'published', published_at: '2026-11-20T09:00:00Z', figures: {} }],
  });
  const { data } = await app.agent.admin.from('post_deliveries').select('id').single().throwOnError();
  const figures = [
    { taken_at: '2026-11-20T10:00:00Z', impressions: 1200, likes: 3 },
    { taken_at: '2026-11-23T09:00:00Z', impressions: 2400, likes: 9 },
  ].map((row) => ({ ...row, delivery_id: data.id }));
  await app.agent.admin.from('post_figures').insert(figures).throwOnError();
  await open(`/scheduler?post=${post.id}`);
  const slider = await screen.findByRole('slider', { name: 'Views over time' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 23, 2026, 4:00 AM EST: 2,400 views');
  await press('Likes');
  await press('Show as table');
  await says('Nov 20, 2026, 5:00 AM EST 3 likes', 'Nov 23, 2026, 4:00 AM EST 9 likes');
});

it.runIf(isFull)('names the agent that a post waits for where it is silent and no other holds the login', async () => {
  const account_id = await addAccount('twitter', '@ada', true);
  const { data } = await app.agent.admin.from('channels').select('agent_id').eq('account_id', account_id).single();
  const seen_at = new Date(Date.now() - 3_600_000).toISOString();
  const studio = { id: data?.agent_id ?? '', name: 'Studio', version: '1', run: crypto.randomUUID(), seen_at };
  await app.agent.admin.from('agents').insert(studio).throwOnError();
  const deliveries = [{ platform: 'twitter' as const, account_id, state: 'pending' as const }];
  await addPost({ status: 'publishing', inHours: -1, deliveries });
  await openLists();
  await says('No agent that is running can post to @ada on X/Twitter: the one that holds the login, Studio, was last');
  await app.agent.admin.from('agents').delete().eq('id', studio.id).throwOnError();
});

it('publishing that is paused is said on the dashboard and in the Scheduler, and resumed', async () => {
  const settings = () => app.agent.admin.from('app_settings');
  await settings().update({ publishing_paused: true }).not('id', 'is', null).throwOnError();
  const account_id = await addAccount('twitter', '@ada', true);
  await addPost({
    status: 'publishing',
    inHours: -1,
    deliveries: [{ platform: 'twitter', account_id, state: 'pending' }],
  });
  await openLists();
  await says('Publishing is paused. Nothing is published until you resume.', '@ada Paused');
  await open('/');
  await press('Resume publishing');
  await saysNoMore('Publishing is paused.');
  const { data } = await settings().select('publishing_paused').single().throwOnError();
  expect(data.publishing_paused).toBe(false);
});
