import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  pageText,
  signIn,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';

const MARKUP = 'Bread <script>document.title="broken"</script> & خبز 🍞';

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;
let id: string;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
  page = await browser.newPage();
  await signIn(page, agent.url, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
  const content = {
    content_type: 'text' as const,
    status: 'scheduled' as const,
    caption: 'Bread takes time.',
    hashtags: ['#bread', '#time'],
    platforms: ['instagram' as const, 'twitter' as const],
    alternatives: { twitter: { caption: 'Bread!', hashtags: ['#bread'] } },
  };
  id = (await agent.admin.from('generated_content').insert(content).select('id').single().throwOnError()).data.id;
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
});

const press = (name: string) => byRole(page, 'button', name).click();
const stored = async () =>
  (await agent.admin.from('generated_content').select('*').eq('id', id).single().throwOnError()).data;
const changeElsewhere = (patch: { caption?: string; saved_at?: string }) =>
  agent.admin.from('generated_content').update(patch).eq('id', id).throwOnError();
const caption = () => page.$eval('[role=dialog] textarea', (field) => field.value);

/** As pasted: React listens to the event, and to the native setter. */
const paste = (text: string) =>
  page.$eval(
    '[role=dialog] textarea',
    (field, value) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );

async function openEditor() {
  await page.goto(new URL('/scheduler', agent.url).href);
  await press('Edit this post');
  await waitForText(page, 'Edit text', 'Main text', 'Caption');
}

describe('the editor', () => {
  it("saves the main text, and what goes out on each platform, within the platform's number of hashtags", async () => {
    await openEditor();
    await waitForPath(page, `/scheduler?edit=${id}`);
    await waitForText(page, 'Instagram 31/2,200', 'X/Twitter 14/280', 'X/Twitter keeps its custom text.');
    await fill(page, 'Caption', MARKUP);
    await fill(page, 'Hashtags', 'bread, #slow #home #oven #flour #water');
    await press('Save text');
    await waitForText(page, 'Text saved', MARKUP, '#bread #slow #home #oven #flour #water');
    await waitForPath(page, '/scheduler');
    expect(await stored()).toMatchObject({
      caption: MARKUP,
      hashtags: ['#bread', '#slow', '#home', '#oven', '#flour', '#water'],
      alternatives: {
        instagram: { caption: MARKUP, hashtags: ['#bread', '#slow', '#home', '#oven', '#flour'] },
        twitter: { caption: 'Bread!', hashtags: ['#bread'] },
      },
    });
  });

  it('counts as each platform counts, and warns where a limit is broken', async () => {
    await openEditor();
    await press('X/Twitter 14/280');
    await waitForText(page, 'Use the main text instead');
    await paste(`${'🍞'.repeat(120)} https://example.com/${'x'.repeat(100)} and more words`);
    await waitForText(page, 'X/Twitter 287/280', 'X/Twitter: 7 characters too long.', 'Instagram 31/2,200');
    await fill(page, 'Hashtags', '#a #b #c');
    await waitForText(page, 'X/Twitter: at most 2 hashtags.');
    await press('Use the main text instead');
    await waitForText(page, 'X/Twitter uses the main text.', 'X/Twitter 31/280');
    await press('Write a custom text');
    expect(await caption()).toBe('Bread takes time.');
    expect(await pageText(page)).not.toContain('too long');
  });

  it('keeps what was entered through a lost session', async () => {
    await openEditor();
    await fill(page, 'Caption', 'Half a thought');
    await page.evaluate(() => localStorage.removeItem('sb-127-auth-token'));
    await page.reload();
    await waitForText(page, 'Sign in to your account');
    await fill(page, 'Email', account.email);
    await fill(page, 'Password', account.password);
    await press('Sign In');
    await waitForPath(page, `/scheduler?edit=${id}`);
    await waitForText(page, 'Your unsaved changes were restored.');
    expect(await caption()).toBe('Half a thought');
    await press('Discard changes');
    await waitForPath(page, '/scheduler');
    await openEditor();
    expect(await caption()).toBe('Bread takes time.');
  });

  it('that is closed by Escape keeps what was entered, too', async () => {
    await openEditor();
    await fill(page, 'Caption', 'Half a thought');
    await page.keyboard.press('Escape');
    await waitForPath(page, '/scheduler');
    await openEditor();
    expect(await caption()).toBe('Half a thought');
    await press('Discard changes');
  });

  it('notices that the text was changed elsewhere, shows it, and loses neither', async () => {
    await openEditor();
    await fill(page, 'Caption', 'Mine');
    await changeElsewhere({ caption: 'Theirs' });
    await press('Save text');
    await waitForText(page, 'This post was changed elsewhere while you were editing. The other version: Theirs');
    expect(await axeViolations(page)).toEqual([]);
    expect([await caption(), (await stored()).caption]).toEqual(['Mine', 'Theirs']);
    await press('Overwrite with mine');
    await waitForText(page, 'Text saved');
    expect((await stored()).caption).toBe('Mine');
  });

  it('takes the text of elsewhere instead, when asked', async () => {
    await openEditor();
    await fill(page, 'Caption', 'Mine');
    await changeElsewhere({ caption: 'Theirs' });
    await press('Save text');
    await press('Discard mine');
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('textarea')?.value === 'Theirs');
  });

  it('is not disturbed by a change that left the words alone', async () => {
    await openEditor();
    await fill(page, 'Caption', 'Mine');
    await changeElsewhere({ saved_at: '2031-01-01T00:00:00Z' });
    await press('Save text');
    await waitForText(page, 'Text saved');
    expect(await stored()).toMatchObject({ caption: 'Mine', saved_at: '2031-01-01T00:00:00+00:00' });
  });

  it('of a post that was deleted elsewhere says so, and keeps the text to be copied', async () => {
    await openEditor();
    await fill(page, 'Caption', 'Mine');
    await agent.admin.from('generated_content').delete().eq('id', id).throwOnError();
    await press('Save text');
    await waitForText(page, 'This post was deleted elsewhere and cannot be saved.', 'Copy');
    expect(await caption()).toBe('Mine');
    await page.reload();
    await waitForText(page, 'Post not found');
  });

  it('says why a text could not be saved', async () => {
    await openEditor();
    await fill(page, 'Caption', 'Mine');
    endFault = await failRequests(page, /^PATCH .*generated_content/, { status: 500, body: { message: 'Full.' } });
    await press('Save text');
    await waitForText(page, 'The text was not saved. Full.');
    expect(await caption()).toBe('Mine');
  });

  it.each(['light', 'dark'])('has nothing serious for axe in the %s theme', async (theme) => {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await openEditor();
    await press('X/Twitter 14/280');
    await waitForText(page, 'Use the main text instead');
    await paste('x'.repeat(300));
    await waitForText(page, 'characters too long.');
    expect(await axeViolations(page)).toEqual([]);
  });
});
