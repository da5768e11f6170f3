import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { BY_HAND, COMPOSER, comeBack, heading, WORDS, yourTurnInDocument } from '../../helpers/component/your-turn.tsx';
import { isFull } from '../../helpers/depth.ts';

/** Posts that the user publishes by hand, one after another. */
const app = yourTurnInDocument();
const { open, addPost, addTurn, openTurn, press, fill, answer } = app;

describe('“Your turn”', () => {
  it('is one row on the dashboard, counts beside the Scheduler, and leads through five platforms in seven presses', async () => {
    const platforms = ['instagram', 'tiktok', 'twitter', 'linkedin', 'bluesky'] as const;
    const { id } = await addPost({
      status: 'needs_review',
      inHours: -2,
      content: { platforms: [...platforms], caption: 'Rye at noon' },
      deliveries: platforms.map((platform) => ({ platform, ...BY_HAND })),
    });
    await addTurn({ caption: 'Oats' });
    const failed = { platform: 'twitter', state: 'failed', error_class: 'rejected', error_text: 'Duplicate.' } as const;
    await addPost({ status: 'failed', inHours: -3, content: { caption: 'Spelt' }, deliveries: [failed] });
    await open('/');
    await says('2 posts for you to publish · 1 post to check');
    const link = document.querySelector('nav a[href="/scheduler"]');
    await waitFor(() => expect(link?.textContent).toContain('3 need your attention'));

    await press('Start', { role: 'link' });
    await says('1 of 3', 'Rye at noon');
    const opened = answer(COMPOSER, { state: 'address', address: 'javascript:none', files: [] });
    for (const name of ['Instagram', 'TikTok', 'X/Twitter', 'LinkedIn', 'Bluesky'])
      await press(`Open composer: ${name}`);
    await press('Posted on all 5');
    await says('Marked as published', '2 of 3');
    expect(opened).toHaveLength(5);
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Oats')));
    expect(await app.stored(id)).toMatch(/^published /);
  });

  it.runIf(isFull)('leaves posts for later, says what to check, and is gone through again', async () => {
    await addTurn({ caption: 'Oats' });
    const failed = { platform: 'twitter', state: 'failed', error_class: 'rejected', error_text: 'Duplicate.' } as const;
    await addPost({ status: 'failed', inHours: -3, content: { caption: 'Spelt' }, deliveries: [failed] });
    app.fail(/scheduled_posts.*post_deliveries/);
    await open('/your-turn');
    await says('Your posts could not be loaded');
    app.letGo();
    await press('Try again');
    await says('1 of 2', 'Oats');
    await press('Later');
    await says('2 of 2', 'It cannot be published to X/Twitter like this.', 'Duplicate.');
    await press('Next');
    await says('2 posts left for later.');
    await press('Go through 2 posts again');
    await says('1 of 2', 'Oats');
  });

  it('copies each text with the word what it is for, and the first comment', async () => {
    await addPost({
      status: 'needs_review',
      inHours: -1,
      content: { ...WORDS, alternatives: { twitter: { caption: 'Rye, short', hashtags: [] } } },
      deliveries: (['instagram', 'tiktok', 'twitter'] as const).map((platform) => ({ platform, ...BY_HAND })),
    });
    await open('/your-turn');
    await press('Copy text: X/Twitter');
    await says('Copied the text for X/Twitter');
    expect(await navigator.clipboard.readText()).toBe('Rye, short');
    await press('Copy text: Instagram and TikTok');
    await says('Copied the text for Instagram and TikTok');
    await says('Post this below it once the post is live.', 'More in the link');
    await press('Copy first comment', { inside: screen.getAllByRole('region', { name: 'First comment' })[0] });
    await says('First comment copied');
    expect(await navigator.clipboard.readText()).toBe('More in the link');
  });

  it('hands a thread over part by part, and as one text where there are no threads', async () => {
    await addPost({
      status: 'needs_review',
      inHours: -1,
      content: { caption: 'Rye\n\f\nSpelt\n\f\nOats' },
      deliveries: (['twitter', 'linkedin'] as const).map((platform) => ({ platform, ...BY_HAND })),
    });
    await open('/your-turn');
    await says('Thread of 3 posts', 'Part 1 of 3');
    answer(COMPOSER, { state: 'address', address: 'https://x.example/new', files: [] });
    const tabs = vi.spyOn(window, 'open').mockImplementation(() => window);
    await press('Open composer: X/Twitter');
    await says('Part 1 of 3 is on the clipboard.', 'Part 1 of 3 Copied Rye');
    tabs.mockRestore();
    await press('Copy part 2 of 3: X/Twitter');
    await says('Copied part 2 of 3 for X/Twitter');
    expect(await navigator.clipboard.readText()).toBe('Spelt');
    await press('Copy text: LinkedIn');
    await says('Copied the text for LinkedIn');
    expect(await navigator.clipboard.readText()).toBe('Rye\n\nSpelt\n\nOats');
  });

  it.runIf(isFull)('keeps the link of each platform, one posted before the others, and takes that back', async () => {
    const { id } = await addPost({
      status: 'needs_review',
      inHours: -1,
      content: WORDS,
      deliveries: (['instagram', 'tiktok'] as const).map((platform) => ({ platform, ...BY_HAND })),
    });
    await open('/your-turn');
    await press('Add link: TikTok');
    await fill('Link to the post on TikTok (optional)', 'tiktok.com/1');
    await press('Posted: TikTok');
    await says('Enter a full link that starts with https://.');
    await fill('Link to the post on TikTok (optional)', 'https://tiktok.example/1');
    await press('Posted: TikTok');
    await says('TikTok: No account Marked as published Open post on TikTok');
    await press('Posted');
    await says('1 post published.');
    expect(await app.stored(id)).toMatch(/^published /);
    await app.user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
    await says('No longer marked as published', 'Rye at noon');
    expect(await app.stored(id)).toMatch(/^needs_review /);
  });

  it.runIf(isFull)('says that a post was changed or handled elsewhere, and when nothing waits', async () => {
    const { id, content_id } = await openTurn();
    const { admin } = app.agent;
    // The list's copy of the post is shown until the post itself is read; returning to the tab does not read it twice.
    await app.hasAnswers(/scheduled_posts\?/);
    await admin.from('generated_content').update({ caption: 'Rye at one' }).eq('id', content_id).throwOnError();
    comeBack();
    await says('This post has changed since you opened it.', 'Rye at one #rye');
    const { data } = await admin.from('post_deliveries').select('id').eq('scheduled_post_id', id).single();
    await admin.rpc('mark_delivery', { delivery: String(data?.id), url: null }).throwOnError();
    comeBack();
    await says('Done: nothing is left to do for this post.');
    app.reload();
    await says('Nothing is waiting for you');
  });
});
