import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  pageText,
  signIn,
  type TestBrowser,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

/** The projects that there are, and what a first run leaves behind. The tests build on one another. */
let agent: TestAgent;
let browser: TestBrowser;
let sources: SourceServer;
let member: Client;
let page: Page;

beforeAll(async () => {
  [agent, browser, sources] = await Promise.all([startTestAgent(), openBrowser(), startSourceServer()]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  page = await browser.newPage();
  await signIn(page, agent.url, account);
  await page.goto(new URL('/create', agent.url).href);
  await waitForText(page, 'Create New Content Project', 'No projects yet');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), sources?.close()]);
});

const projects = async () => (await member.from('content_projects').select('*').throwOnError()).data;
const submit = () => byRole(page, 'button', 'Generate & Schedule').click();
const inputs = () =>
  page.$$eval('form input:not([type=file], [type=checkbox])', (all) => all.map(({ value }) => value));

describe('a first run', () => {
  it('that can read no source keeps the entries, says why beside them, and leaves no project', async () => {
    await fill(page, 'Niche Name *', 'Home baking');
    await fill(page, 'Source URL 1 *', `${sources.origin}/404`);
    await fill(page, 'Source URL 2 *', `${sources.origin}/pdf`);
    await byRole(page, 'checkbox', 'Facebook').click();
    await submit();
    await waitForText(
      page,
      'Error No source could be read, so no project was created. Change the addresses, then try again.',
      '(404)',
      'not a page',
    );
    expect(await inputs()).toEqual(['Home baking', `${sources.origin}/404`, `${sources.origin}/pdf`]);
    expect(await projects()).toEqual([]);
    expect((await member.from('project_bin').select('id').throwOnError()).data).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('makes its posts once an address is right, and lists the project with what was read', async () => {
    await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
    await submit();
    await waitForText(page, 'Content Generated! 🎉', 'Last read just now:', 'Not readable just now.', 'Next posts');
    expect(await projects()).toHaveLength(1);
    expect(await inputs()).toEqual(['', '', '']);
  });

  it('of the built-in writer offers a model on this machine, once', async () => {
    const hint = 'The built-in writer made these. A model on this machine writes more freely, for free and in private.';
    await waitForText(page, hint, 'Install one in Settings');
    expect(await axeViolations(page)).toEqual([]);
    await byRole(page, 'button', 'Dismiss the hint').click();
    await page.waitForFunction((words: string) => !document.body.textContent?.includes(words), {}, hint);
    expect(await page.evaluate(() => localStorage.getItem('create.model-hint'))).toBe('shown');
  });

  it('asks at once for the video that all platforms need', async () => {
    await fill(page, 'Niche Name *', 'Clips');
    await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
    await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
    await byRole(page, 'checkbox', 'TikTok').click();
    await waitForText(page, 'TikTok accepts only videos. Without one, no posts are made for it.');
    await submit();
    await waitForText(page, 'These platforms accept only videos. Add a video, or select another platform.');
    expect(await projects()).toHaveLength(1);
    await page.evaluate(() => sessionStorage.clear());
  });
});

describe('a project', () => {
  it('says where the number is chosen that the autopilot adds one post a day, and leads to its switch', async () => {
    await waitForText(page, 'AI Autopilot, which adds one post a day, is off.');
    expect(await page.$eval('form a[href="/settings"]', (link) => link.textContent)).toBe('AI Autopilot in Settings');
  });

  it('is paused, edited and resumed by keyboard alone', async () => {
    const press = async (name: string) => {
      await page.focus(`::-p-aria([name="${name}"][role="button"])`);
      await page.keyboard.press('Enter');
    };
    await press('Pause');
    await waitForText(page, 'Project paused', 'Paused');
    await press('Edit');
    await waitForText(page, 'Edit Project');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('Rye bread');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Project saved Rye bread');
    await press('Resume');
    await waitForText(page, 'Project resumed');
    expect(await projects()).toMatchObject([{ niche_name: 'Rye bread', is_paused: false, platforms: ['facebook'] }]);
  });

  it('is generated for on request, and its posts can be seen alone in the Scheduler', async () => {
    const fields = { source_url_1: `${sources.origin}/strength.html`, source_url_2: `${sources.origin}/strength.html` };
    const others = [1, 2].map((n) => ({
      ...fields,
      niche_name: `Other ${n}`,
      platforms: ['facebook' as const],
      is_paused: true,
    }));
    await member.from('content_projects').insert(others).throwOnError();
    const { count } = await member
      .from('generated_content')
      .select('id', { count: 'exact', head: true })
      .throwOnError();
    await page.goto(new URL('/create', agent.url).href);
    await waitForText(page, 'Other 1', 'Rye bread');
    const clicked = await page.$$eval('li [data-slot=card]', (cards) => {
      const card = cards.find((one) => one.textContent?.includes('Other 1'));
      const buttons = [...(card?.querySelectorAll('button') ?? [])];
      buttons.find((button) => button.textContent === 'Generate now')?.click();
      return card?.querySelector('a[href^="/scheduler"]')?.getAttribute('href') ?? '';
    });
    await waitForText(page, '3 posts scheduled Other 1');
    await page.goto(new URL(clicked, agent.url).href);
    await waitForText(page, `3 of ${(count ?? 0) + 3}`, 'Other 1');
  });

  it('is deleted with a way back', async () => {
    await page.goto(new URL('/create', agent.url).href);
    await waitForText(page, 'Rye bread');
    await byRole(page, 'button', 'Delete').click();
    await waitForText(page, 'Project deleted', 'Recently deleted');
    expect(await projects()).toHaveLength(2);
    await byRole(page, 'button', 'Undo').click();
    await waitForText(page, 'Project restored');
    expect(await projects()).toHaveLength(3);
  });

  it('opens from a link, and says on restoring that its video is gone', async () => {
    const [project] = await projects();
    const id = project?.id ?? '';
    await member.from('content_projects').update({ video_path: 'gone.mp4' }).eq('id', id).throwOnError();
    await page.goto(new URL(`/create?project=${id}`, agent.url).href);
    await waitForText(page, 'Edit Project');
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Escape');
    await member.from('content_projects').delete().eq('id', id).throwOnError();
    await page.goto(new URL(`/create?project=${id}`, agent.url).href);
    await waitForText(page, 'Project not found');
    await byRole(page, 'button', `Restore: ${project?.niche_name}`).click();
    await waitForText(page, 'Project restored without its video');
  });
});

it('posts of sources that cannot be read are made only when they are asked for', async () => {
  const id = (await projects()).find(({ niche_name }) => niche_name === 'Rye bread')?.id ?? '';
  const posts = async () =>
    (await member.from('generated_content').select('id').eq('project_id', id).throwOnError()).data;
  const before = (await posts()).length;
  const gone = { source_url_1: `${sources.origin}/404`, source_url_2: `${sources.origin}/pdf` };
  await member.from('content_projects').update(gone).eq('id', id).throwOnError();
  await page.goto(new URL('/create', agent.url).href);
  await waitForText(page, 'Rye bread', 'Generate now');
  await page.$$eval('li', (cards) =>
    cards
      .find((card) => card.textContent.includes('Rye bread'))
      ?.querySelector('button')
      ?.click(),
  );
  await waitForText(page, 'No posts made', 'No source could be read, so no posts were made.');
  expect((await posts()).length).toBe(before);
  const viewport = page.viewport();
  await page.setViewport({ width: 360, height: 800 });
  const lineWidth = () =>
    page.$eval('[data-variant=destructive]', (shown) => {
      const text = [...shown.querySelectorAll('div')].find(({ children }) => children.length === 0);
      return text?.clientWidth;
    });
  // The button below the text leaves it the width of the window.
  await expect.poll(lineWidth).toBeGreaterThan(200);
  await page.setViewport(viewport);
  await byRole(page, 'button', 'Make posts without them').click();
  await waitForText(page, 'scheduled');
  await expect.poll(async () => (await posts()).length).toBeGreaterThan(before);
});

it('a run that the stopped agent cut off leaves the screen, and reconnects by itself', async () => {
  const endFault = await failRequests(page, /functions\/v1\/auto-generate-content|config\.json/, 'no connection');
  await fill(page, 'Niche Name *', 'Tea');
  await page.$$eval('li [data-slot=card] button', (buttons) => buttons[0]?.click());
  await waitForText(
    page,
    'No posts made',
    'Local Agent is not responding. Reconnecting…',
    'Create New Content Project',
  );
  expect((await inputs())[0]).toBe('Tea');
  await endFault();
  await page.waitForFunction(() => !document.body.textContent.includes('Reconnecting…'));
  expect((await inputs())[0]).toBe('Tea');
  expect(await pageText(page)).toContain('Rye bread');
});
