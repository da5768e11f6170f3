import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GeneratedContentRow } from '../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  openBrowser,
  pageText,
  signIn,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  page = await browser.newPage();
  await signIn(page, agent.url, await agent.addMember());
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
});

const open = async (query = '') => {
  await page.goto(new URL(`/scheduler${query}`, agent.url).href);
  await waitForText(page, 'Generated Content (', 'Scheduled Posts Timeline (');
};
const press = (name: string) => byRole(page, 'button', name).click();
const contentRow = async (id: string) =>
  (await agent.admin.from('generated_content').select('*').eq('id', id).maybeSingle().throwOnError()).data;

/** Makes content, one piece for each entry; each is newer than the one before it. */
async function addContent(entries: Partial<GeneratedContentRow>[]): Promise<string[]> {
  const now = Date.now();
  const rows = entries.map((entry, index) => ({
    content_type: 'text' as const,
    created_at: new Date(now - (entries.length - index) * 1000).toISOString(),
    ...entry,
  }));
  const { data } = await agent.admin.from('generated_content').insert(rows).select('id, created_at').throwOnError();
  return data.sort((a, b) => a.created_at.localeCompare(b.created_at)).map(({ id }) => id);
}

/** Schedules content `days` from now. */
async function schedule(
  content_id: string,
  days: number,
  status: 'scheduled' | 'publishing' | 'published' = 'scheduled',
) {
  const scheduled_time = new Date(Date.now() + days * DAY_MS).toISOString();
  const row = { content_id, status, scheduled_time };
  return (await agent.admin.from('scheduled_posts').insert(row).select().single().throwOnError()).data;
}

async function choose(list: 'content' | 'timeline', label: 'Status' | 'Platform', option: string) {
  const card = list === 'content' ? '#generated-content' : '#timeline';
  await page.locator(`${card} [role=combobox][aria-label="${label}"]`).click();
  await byRole(page, 'option', option).click();
}

describe('the filters', () => {
  it('narrow each list by status and platform, say how many there are, and stay in the address', async () => {
    const [first = '', second = ''] = await addContent([
      { caption: 'Sourdough', status: 'draft', platforms: ['instagram', 'twitter'] },
      { caption: 'Croissants', status: 'scheduled', platforms: ['twitter'] },
      { caption: 'Pretzels', status: 'scheduled', platforms: ['facebook'] },
    ]);
    await schedule(first, 1);
    await schedule(second, -1, 'published');
    await open();
    await choose('content', 'Status', 'scheduled 2');
    await choose('content', 'Platform', 'X/Twitter 1');
    await waitForText(page, 'Generated Content (3)', '1 of 3');
    expect(await page.$$eval('article p[dir]', (all) => all.map((caption) => caption.textContent))).toEqual([
      'Croissants',
    ]);
    await choose('timeline', 'Status', 'published 1');
    await waitForText(page, 'Scheduled Posts Timeline (2)', '1 of 2');
    await waitForPath(page, '/scheduler?content-status=scheduled&content-platform=twitter&post-status=published');
    await page.reload();
    await waitForText(page, '1 of 3', '1 of 2');
    expect(await page.$$eval('#timeline li', (all) => all.length)).toBe(1);
  });

  it('that let nothing through say so and can be cleared', async () => {
    await addContent([{ caption: 'Sourdough', platforms: ['instagram'] }]);
    await open('?content-status=failed');
    await waitForText(page, 'Nothing matches these filters', '0 of 1', 'Generated Content (1)');
    await press('Clear filters');
    await waitForText(page, 'Sourdough');
    await waitForPath(page, '/scheduler');
  });

  it('of an address that makes no sense let everything through', async () => {
    await addContent([{ caption: 'Sourdough' }]);
    await open('?content-status=nonsense&content-platform=myspace');
    await waitForText(page, 'Sourdough');
  });
});

describe('long lists', () => {
  it('are read page by page, and the timeline begins with what comes next', async () => {
    const ids = await addContent(Array.from({ length: 120 }, (_, index) => ({ caption: `Post ${index}.` })));
    const posts = ids.map((content_id, index) => ({
      content_id,
      scheduled_time: new Date(Date.now() + (index - 60) * DAY_MS + 60_000).toISOString(),
    }));
    await agent.admin.from('scheduled_posts').insert(posts).throwOnError();
    await open();
    await waitForText(
      page,
      'Generated Content (120)',
      'Show more (70 left)',
      'Scheduled Posts Timeline (120)',
      'Show more (15 left)',
      'Show earlier (55)',
    );
    await page.locator('#generated-content ::-p-aria([role="button"][name="Show more (70 left)"])').click();
    await waitForText(page, 'Show more (20 left)');
    await press('Show earlier (55)');
    await waitForText(page, 'Show earlier (5)');
    await press('Show earlier (5)');
    await press('Show more (15 left)');
    await page.waitForFunction(() => document.querySelectorAll('#timeline li').length === 120);
    const captions = await page.$$eval('#timeline li p[dir]', (all) => all.map((caption) => caption.textContent));
    expect(captions).toEqual(posts.map((_, index) => `Post ${index}.`));
  });

  it('say when the next page cannot be read, and keep what is there', async () => {
    await addContent(Array.from({ length: 60 }, (_, index) => ({ caption: `Post ${index}.` })));
    await open();
    await waitForText(page, 'Show more (10 left)');
    endFault = await failRequests(page, /^GET .*offset=50/, { status: 500, body: { message: 'Full.' } });
    await press('Show more (10 left)');
    await waitForText(page, 'Failed to load content', 'Show more (10 left)');
    expect(await page.$$eval('article', (all) => all.length)).toBe(50);
    await endFault();
    endFault = undefined;
    await press('Show more (10 left)');
    await page.waitForFunction(() => document.querySelectorAll('article').length === 60);
  });
});

describe('saving', () => {
  it('keeps a draft from being deleted by itself, which the card says', async () => {
    const [id = ''] = await addContent([{ caption: 'Sourdough', created_at: '2031-01-01T12:00:00Z' }]);
    await open();
    await waitForText(page, 'Not saved. Deletes Jan 8, 2031, 12:00 PM UTC');
    await press('Save this post');
    await waitForText(page, 'Saved. Auto-delete will skip it.', 'Unsave');
    expect(await pageText(page)).not.toContain('Not saved');
    expect((await contentRow(id))?.saved_at).not.toBeNull();
    await press('Unsave this post');
    await waitForText(page, 'No longer saved.', 'Not saved. Deletes Jan 8, 2031');
    expect((await contentRow(id))?.saved_at).toBeNull();
  });

  it('says nothing of deletion while auto-delete is off, nor for what is scheduled', async () => {
    const [, scheduled = ''] = await addContent([{ caption: 'Sourdough' }, { caption: 'Croissants' }]);
    await schedule(scheduled, 1);
    await open();
    await waitForText(page, 'Not saved. Deletes');
    expect((await pageText(page)).match(/Not saved/g)).toHaveLength(1);
    const settings = agent.admin.from('app_settings');
    await settings.update({ auto_delete_enabled: false }).not('id', 'is', null).throwOnError();
    await open();
    await waitForText(page, 'Sourdough', 'Croissants');
    expect(await pageText(page)).not.toContain('Not saved');
    await settings.update({ auto_delete_enabled: true }).not('id', 'is', null).throwOnError();
  });

  it('of a post that was deleted elsewhere says so', async () => {
    const [id = ''] = await addContent([{ caption: 'Sourdough' }]);
    await open();
    await agent.admin.from('generated_content').delete().eq('id', id).throwOnError();
    await press('Save this post');
    await waitForText(page, 'This post was deleted elsewhere.', 'Generated Content (0)');
  });

  it('that fails takes it back and gives the reason', async () => {
    await addContent([{ caption: 'Sourdough' }]);
    await open();
    endFault = await failRequests(page, /^PATCH .*generated_content/, {
      status: 500,
      body: { message: 'The disk is full.' },
    });
    await press('Save this post');
    await waitForText(page, 'Nothing was changed. The disk is full.', 'Save this post');
  });
});

describe('deleting', () => {
  const openDialog = async () => {
    await press('More actions for this post');
    await byRole(page, 'menuitem', 'Delete…').click();
    await waitForText(page, 'Delete this post?');
  };

  it('asks, says what goes with it, and does it', async () => {
    const [id = ''] = await addContent([{ caption: 'Sourdough <b>now</b>' }]);
    await schedule(id, 1);
    await schedule(id, -1, 'published');
    await open();
    await openDialog();
    await waitForText(
      page,
      'It is scheduled 2 times. All of them will leave the schedule.',
      'Anything already published stays on the platforms.',
    );
    expect(await axeViolations(page)).toEqual([]);
    await press('Keep');
    expect(await contentRow(id)).not.toBeNull();
    await openDialog();
    await press('Delete');
    await waitForText(page, 'Post deleted', 'Generated Content (0)', 'Scheduled Posts Timeline (0)');
    expect(await contentRow(id)).toBeNull();
    await press('Undo');
    await waitForText(page, 'Restored and saved.', 'Generated Content (1)', 'Scheduled Posts Timeline (2)');
    expect(await contentRow(id)).not.toBeNull();
  });

  it('waits while the post is being published, whether that was known or not', async () => {
    const [id = ''] = await addContent([{ caption: 'Sourdough' }]);
    const post = await schedule(id, 1);
    await open();
    await openDialog();
    await agent.admin.from('scheduled_posts').update({ status: 'publishing' }).eq('id', post.id).throwOnError();
    await press('Delete');
    await waitForText(page, 'This post is being published right now, so it was not deleted.');
    await waitForText(page, 'It is being published right now. Wait until it finishes, then delete it.');
    expect(await contentRow(id)).not.toBeNull();
  });

  it('of a post that was deleted elsewhere says so', async () => {
    const [id = ''] = await addContent([{ caption: 'Sourdough' }]);
    await open();
    await openDialog();
    await agent.admin.from('generated_content').delete().eq('id', id).throwOnError();
    await press('Delete');
    await waitForText(page, 'This post was deleted elsewhere.', 'Generated Content (0)');
  });
});

describe('a place in the timeline', () => {
  const chooseFor = async (item: string) => {
    await page.locator('#timeline li [aria-haspopup=menu]').click();
    await byRole(page, 'menuitem', item).click();
  };
  const statusOf = async (id: string) =>
    (await agent.admin.from('scheduled_posts').select('status').eq('id', id).single().throwOnError()).data.status;

  it('is cancelled, which makes its content a draft again, and this can be undone', async () => {
    const [id = ''] = await addContent([{ caption: 'Sourdough', status: 'scheduled' }]);
    const post = await schedule(id, 1);
    await open();
    await chooseFor('Cancel post');
    await waitForText(page, 'Post cancelled. Its text is kept as a draft.', 'cancelled');
    expect([await statusOf(post.id), (await contentRow(id))?.status]).toEqual(['cancelled', 'draft']);
    await press('Undo');
    await waitForText(page, 'Post rescheduled.');
    expect([await statusOf(post.id), (await contentRow(id))?.status]).toEqual(['scheduled', 'scheduled']);
  });

  it('that was published meanwhile is not cancelled', async () => {
    const [id = ''] = await addContent([{ caption: 'Sourdough', status: 'scheduled' }]);
    const post = await schedule(id, 1);
    await open();
    await agent.admin.from('scheduled_posts').update({ status: 'published' }).eq('id', post.id).throwOnError();
    await chooseFor('Cancel post');
    await waitForText(page, 'This post is now published, so it was not changed.');
    expect(await statusOf(post.id)).toBe('published');
  });
});
