import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, byRole, waitForText } from '../helpers/browser.ts';
import { calendarScreen, cell, chip } from '../helpers/calendar-screen.ts';

const screen = calendarScreen();
const { schedule, open } = screen;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'la-many-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const openList = async (...texts: string[]) => {
  await screen.page.goto(new URL('/scheduler', screen.agent.url).href);
  await byRole(screen.page, 'button', 'List').click();
  await waitForText(screen.page, ...texts);
};
const press = (name: string) => byRole(screen.page, 'button', name).click();
const undo = () =>
  screen.page
    .waitForSelector('::-p-xpath(//li[@data-sonner-toast]//button[.="Undo"])')
    .then((button) => button?.click());
const times = async () =>
  (
    await screen.agent.admin
      .from('scheduled_posts')
      .select('scheduled_time, status')
      .order('scheduled_time')
      .throwOnError()
  ).data.map(({ scheduled_time, status }) => `${status} ${scheduled_time.slice(0, 16)}`);
const until = async (wanted: string[]) => {
  await expect.poll(times).toEqual(wanted);
};

const choose = async (name: string, text: string) => {
  const file = join(folder, name);
  await writeFile(file, text);
  const input = (await screen.page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
};

describe('a file of posts', () => {
  it('is shown with its errors by line, corrected, imported and taken back', async () => {
    await openList('No scheduled posts yet');
    await press('Import posts');
    await waitForText(screen.page, 'Choose a CSV file with one post per line.', 'Download an example');
    await choose(
      'posts.csv',
      'date,time,text,platforms,notes\n2031-01-16,9:30,Warm bread,facebook,x\n2031-01-17,25:00,Rye,myspace,\n',
    );
    await waitForText(
      screen.page,
      '2 errors. Correct them in the file, then choose the file again.',
      'Line 3, time: "25:00" is not a time that can be read. Write it as 14:30.',
      'Line 3, platforms: There is no platform "myspace".',
      'Not imported: notes',
    );
    expect(await axeViolations(screen.page)).toEqual([]);
    await choose('hootsuite.csv', '16/01/2031 09:30,Warm bread,\n04/03/2031 09:30,More bread,\n');
    await waitForText(screen.page, 'Where should lines go that name no platform?');
    await byRole(screen.page, 'checkbox', 'LinkedIn').click();
    await waitForText(
      screen.page,
      '2 posts to schedule. Times in America/New_York.',
      'Mar 4, 2031, 9:30 AM EST · LinkedIn',
    );
    await press('Import 2 posts');
    await waitForText(screen.page, 'Imported 2 posts', 'Scheduled Posts Timeline (2)', 'Written by hand');
    await until(['scheduled 2031-01-16T14:30', 'scheduled 2031-03-04T14:30']);
    await undo();
    await waitForText(screen.page, 'Import undone. The posts are in Recently deleted.', 'No scheduled posts yet');
    await until([]);
  });
});

describe('the accounts of a file of posts', () => {
  it('are every connected one, or those that are chosen; a line that names its own goes there', async () => {
    const labels = ['Bakery', 'Cake shop', 'Night shift'];
    const rows = labels.map((account_label) => ({ platform: 'facebook' as const, account_label }));
    const made = await screen.agent.admin.from('social_accounts').insert(rows).select().throwOnError();
    const idOf = (label: string) => made.data.find(({ account_label }) => account_label === label)?.id;
    await openList('No scheduled posts yet');
    await press('Import posts');
    const lines = ['2031-01-16,9:30,Warm bread,facebook,', '2031-01-17,9:30,Late bread,facebook,Night shift'];
    await choose('accounts.csv', ['date,time,text,platforms,accounts', ...lines].join('\n'));
    await waitForText(screen.page, 'Every connected account', 'Jan 17, 2031, 9:30 AM EST · Night shift (Facebook)');
    await byRole(screen.page, 'radio', 'Only these accounts').click();
    await waitForText(screen.page, 'EST · Bakery (Facebook), Cake shop (Facebook), Night shift (Facebook)');
    for (const label of labels.slice(1)) await screen.page.click(`::-p-xpath(//label[contains(., "${label}")])`);
    await waitForText(screen.page, 'Jan 16, 2031, 9:30 AM EST · Bakery (Facebook) Warm bread');
    expect(await axeViolations(screen.page)).toEqual([]);
    await screen.page.click('::-p-xpath(//label[contains(., "Bakery")])');
    await waitForText(screen.page, 'Choose at least one account.');
    expect(await screen.page.$('[role=dialog] button:disabled')).not.toBeNull();
    await screen.page.click('::-p-xpath(//label[contains(., "Bakery")])');
    await press('Import 2 posts');
    await waitForText(screen.page, 'Imported 2 posts', 'Scheduled Posts Timeline (2)');
    const { data } = await screen.agent.admin
      .from('generated_content')
      .select('caption, account_ids')
      .in('caption', ['Warm bread', 'Late bread'])
      .order('caption')
      .throwOnError();
    expect(data).toEqual([
      { caption: 'Late bread', account_ids: [idOf('Night shift')] },
      { caption: 'Warm bread', account_ids: [idOf('Bakery')] },
    ]);
    await screen.agent.admin.from('social_accounts').delete().in('account_label', labels).throwOnError();
  });
});

describe('several posts', () => {
  it('are ticked with Shift, moved, cancelled and deleted, each with one Undo', async () => {
    for (const day of [10, 11, 12]) await schedule(`2031-01-${day}T14:30:00Z`, `Loaf ${day}`);
    await schedule('2031-01-13T14:30:00Z', 'On its way', 'publishing');
    await openList('Scheduled Posts Timeline (4)', 'Scheduled for: Jan 13');
    const before = await times();
    await screen.page.$eval('#timeline button[aria-pressed=false] svg.lucide-list-checks', (icon) =>
      icon.closest('button')?.focus(),
    );
    await screen.page.keyboard.press('Enter');
    const boxes = () => screen.page.$$('#timeline [role=checkbox]');
    await (await boxes())[0]?.focus();
    await screen.page.keyboard.press('Space');
    await waitForText(screen.page, '1 selected');
    await (await boxes())[3]?.evaluate((box) =>
      box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true })),
    );
    await waitForText(screen.page, '4 selected');
    expect(await axeViolations(screen.page)).toEqual([]);

    await press('Move…');
    await waitForText(screen.page, 'Move 3 posts', 'Not changed: 1 publishing.', 'By days and hours');
    await press('Move');
    await waitForText(screen.page, 'Moved 3 posts');
    const moved = ['publishing 2031-01-13T14:30', ...[11, 12, 13].map((day) => `scheduled 2031-01-${day}T14:30`)];
    await expect.poll(async () => (await times()).sort()).toEqual(moved);
    await undo();
    await waitForText(screen.page, 'Moved 3 posts back');
    await until(before);

    await (await boxes())[0]?.focus();
    await screen.page.keyboard.press('Space');
    await press('Cancel posts…');
    await waitForText(screen.page, 'Cancel 1 post?', 'Their texts are kept as drafts.');
    // Another window moves it before this one has read it again: Undo must not put it back where this one saw it.
    const elsewhere = { scheduled_time: '2031-01-09T14:30:00Z' };
    await screen.agent.admin.from('scheduled_posts').update(elsewhere).eq('scheduled_time', '2031-01-10T14:30:00Z');
    await press('Cancel posts');
    await waitForText(screen.page, 'Cancelled 1 post. Its text is kept as a draft.');
    await undo();
    await waitForText(screen.page, 'Scheduled 1 post again');
    await until(['scheduled 2031-01-09T14:30', ...before.slice(1)]);
  });

  it('are ticked in the calendar and deleted there', async () => {
    await schedule('2031-01-16T14:30:00Z', 'Loaf');
    await schedule('2031-01-16T16:30:00Z', 'Rye');
    await open('Month');
    await waitForText(screen.page, 'Loaf', 'Rye');
    await screen.page.$eval('#timeline svg.lucide-list-checks', (icon) => icon.closest('button')?.click());
    for (const post of await screen.page.$$(chip('2031-01-16'))) await post.click();
    await waitForText(screen.page, '2 selected');
    expect(await axeViolations(screen.page)).toEqual([]);
    await press('Delete…');
    await waitForText(screen.page, 'Delete 2 posts?');
    await press('Delete');
    await waitForText(screen.page, 'Deleted 2 posts');
    await until([]);
    await undo();
    await waitForText(screen.page, 'Restored 2 posts');
    await until(['scheduled 2031-01-16T14:30', 'scheduled 2031-01-16T16:30']);
  });
});

describe('a post that repeats', () => {
  it('is made so by keyboard, marked in the calendar, and stopped', async () => {
    const day = new Date(Date.now() + 86_400_000).toISOString();
    await schedule(day, 'Bread of the week');
    await openList('Scheduled Posts Timeline (1)', 'Scheduled for:');
    await screen.page.focus('#timeline [aria-label^="More actions for the post"]');
    await screen.page.keyboard.press('Enter');
    await (await screen.page.waitForSelector('::-p-xpath(//*[@role="menuitem"][.="Repeat…"])'))?.focus();
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Repeat this post', 'Dates and times in America/New_York.');
    expect(await axeViolations(screen.page)).toEqual([]);
    await press('Add another text');
    await screen.page.type('[role=dialog] textarea', 'Rye of the week');
    await screen.page.$eval('[role=dialog] button[type=submit]', (button) => (button as HTMLElement).focus());
    await screen.page.keyboard.press('Enter');
    // Tomorrow's own post and those of the following weeks, one of which may be a day too far.
    await waitForText(screen.page, 'This post now repeats. Scheduled 4 posts.', 'Rye of the week', 'repeats');
    await expect.poll(async () => (await times()).length).toBe(5);
    await screen.page.focus('#timeline [aria-label^="More actions for the post"]');
    await screen.page.keyboard.press('Enter');
    await (await screen.page.waitForSelector('::-p-xpath(//*[@role="menuitem"][.="Stop repeating…"])'))?.focus();
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Stop repeating?');
    await press('Stop');
    await waitForText(screen.page, 'This post no longer repeats. Deleted 4 posts.');
    await expect.poll(async () => (await times()).length).toBe(1);
    await undo();
    await waitForText(screen.page, 'This post repeats again.');
    await expect.poll(async () => (await times()).length).toBe(5);
    const next = new Date(Date.parse(day) + 7 * 86_400_000);
    const date = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: 'America/New_York' }).format(next);
    await open('Month', date);
    await screen.page.waitForFunction(
      (selector) => document.querySelector(selector)?.textContent?.includes('repeats'),
      {},
      chip(date),
    );
    await screen.page.waitForSelector(cell(date));
  });
});
