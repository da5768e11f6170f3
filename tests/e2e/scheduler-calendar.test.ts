import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostStatus } from '../../shared/database.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, openBrowser, signIn, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';

/** 9:30 AM of that day in the configured zone, America/New_York. */
const THURSDAY = '2031-01-16T14:30:00+00:00';
const MARKUP = '<b>Bread</b> & 🍞';

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  page = await browser.newPage();
  await signIn(page, agent.url, await agent.addMember());
  await agent.admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
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

/** Schedules a new piece of content; answers the scheduled post's id. */
async function schedule(scheduled_time: string, caption = 'Sourdough', status: PostStatus = 'scheduled') {
  const content = { content_type: 'text' as const, status: 'scheduled' as const, caption };
  const made = await agent.admin.from('generated_content').insert(content).select('id').single().throwOnError();
  const row = { content_id: made.data.id, scheduled_time, status };
  return (await agent.admin.from('scheduled_posts').insert(row).select('id').single().throwOnError()).data.id;
}
const timeOf = async (id: string) =>
  (await agent.admin.from('scheduled_posts').select('scheduled_time').eq('id', id).single().throwOnError()).data
    .scheduled_time;

/** Opens the calendar at the month or week of a date. */
async function open(view: 'Month' | 'Week', date = '2031-01-15') {
  await page.goto(new URL(`/scheduler?date=${date}`, agent.url).href);
  await byRole(page, 'button', view).click();
  await page.waitForSelector('#timeline [aria-busy=false], #timeline [role=alert]');
}

const cell = (date: string, hour?: number) =>
  `[data-drop="${date}"]${hour === undefined ? '' : `[data-hour="${hour}"]`}`;
const chip = (date: string, hour?: number) => `${cell(date, hour)} [data-chip]`;

async function middleOf(selector: string) {
  const element = await page.waitForSelector(selector);
  await element?.evaluate((target) => target.scrollIntoView({ block: 'center', inline: 'center' }));
  const box = await element?.boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(from: string, to: string) {
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y + 8);
  await page.waitForSelector('body[data-dragging]');
  const end = await middleOf(to);
  await page.mouse.move(end.x, end.y);
  await page.waitForSelector(`${to}[data-over]`);
  await page.mouse.up();
}

describe('the month', () => {
  it("shows each day's posts in the configured zone, and folds many into one line", async () => {
    await schedule(THURSDAY, MARKUP);
    await schedule('2031-01-16T04:00:00Z', 'Late on the 15th');
    for (let post = 0; post < 5; post++) await schedule(`2031-01-20T1${post}:00:00Z`);
    await open('Month');
    await waitForText(page, 'January 2031', 'Times in America/New_York', 'Scheduled Posts Timeline (7)');
    await waitForText(page, `9:30 AM scheduled ${MARKUP}`, '11:00 PM scheduled Late on the 15th', '+3 more');
    expect(await page.$$eval('[data-drop]', (cells) => cells.length)).toBe(35);
    expect(await page.$$eval('[data-drop="2031-01-15"] [data-chip]', (chips) => chips.length)).toBe(1);
  });

  it('goes back, on, and to today, and remembers that it was chosen', async () => {
    await schedule('2031-02-03T15:00:00Z', 'In February');
    await open('Month');
    await byRole(page, 'button', 'Next month').click();
    await waitForText(page, 'February 2031', 'In February');
    await byRole(page, 'button', 'Previous month').click();
    await byRole(page, 'button', 'Previous month').click();
    await waitForText(page, 'December 2030');
    await page.reload();
    await waitForText(page, 'December 2030');
    await byRole(page, 'button', 'Today').click();
    const today = await page.waitForSelector('[aria-current=date]');
    const date = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: 'America/New_York' }).format();
    expect(await today?.evaluate((day) => day.getAttribute('data-drop'))).toBe(date);
    await byRole(page, 'button', 'List').click();
    await waitForText(page, 'Scheduled for: Feb 3, 2031, 10:00 AM EST');
  });

  it('is used by keyboard: arrows go from day to day, Enter opens one, the menu has what can be done', async () => {
    await schedule('2031-02-02T15:00:00Z');
    await open('Month');
    await page.focus('[role=grid] [tabindex="0"]');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'] as const) {
      await page.keyboard.press(key);
    }
    await waitForText(page, 'February 2031');
    await page.waitForFunction(() => (document.activeElement as HTMLElement)?.dataset.drop === '2031-02-02');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Sunday, February 2, 2031', '1 post');
    expect(await axeViolations(page)).toEqual([]);
    await page.focus('[role=dialog] [data-post] button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=menu]');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Reschedule', 'Date and time in America/New_York.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
  });

  it('opens a day that has nothing, too', async () => {
    await open('Month');
    await page.click(cell('2031-01-20'));
    await waitForText(page, 'Monday, January 20, 2031', 'Nothing is scheduled on this day.');
  });

  it('says when it cannot be loaded, and tries again', async () => {
    endFault = await failRequests(page, /^GET .*scheduled_posts.*scheduled_time=gte/, {
      status: 500,
      body: { message: 'Full.' },
    });
    await open('Month');
    await waitForText(page, 'Failed to load content', 'Full.');
    await endFault();
    endFault = undefined;
    await byRole(page, 'button', 'Try again').click();
    await page.waitForSelector(cell('2031-01-20'));
  });
});

describe('dragging', () => {
  it('moves a post to another day at its own time, and can be undone', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(page, 'Moved to Jan 22, 2031, 9:30 AM EST');
    await page.waitForSelector(chip('2031-01-22'));
    expect(await timeOf(id)).toBe('2031-01-22T14:30:00+00:00');
    await byRole(page, 'button', 'Undo').click();
    await waitForText(page, 'Back at Jan 16, 2031, 9:30 AM EST');
    expect(await timeOf(id)).toBe(THURSDAY);
  });

  it('moves a post to another hour at its own minutes', async () => {
    const id = await schedule(THURSDAY);
    await open('Week');
    await drag(chip('2031-01-16', 9), cell('2031-01-17', 14));
    await waitForText(page, 'Moved to Jan 17, 2031, 2:30 PM EST');
    expect(await timeOf(id)).toBe('2031-01-17T19:30:00+00:00');
  });

  it('works with a finger that rests on the post first', async () => {
    const id = await schedule(THURSDAY);
    await page.setViewport({ width: 1440, height: 900, hasTouch: true });
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    const finger = await page.touchscreen.touchStart(start.x, start.y);
    await page.waitForSelector('body[data-dragging]');
    const end = await middleOf(cell('2031-01-22'));
    await finger.move(end.x, end.y);
    await finger.end();
    await waitForText(page, 'Moved to Jan 22, 2031, 9:30 AM EST');
    await page.setViewport({ width: 1440, height: 900 });
    expect(await timeOf(id)).toBe('2031-01-22T14:30:00+00:00');
  });

  it('turns the month while the post is held over an arrow, with a mouse and with a finger', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 8, start.y + 8);
    const next = await middleOf('button[aria-label="Next month"]');
    await page.mouse.move(next.x, next.y);
    const target = cell('2031-02-20');
    const there = await middleOf(target);
    await page.mouse.move(there.x, there.y);
    await page.waitForSelector(`${target}[data-over]`);
    await page.mouse.up();
    await waitForText(page, 'Moved to Feb 20, 2031, 9:30 AM EST');
    expect(await timeOf(id)).toBe('2031-02-20T14:30:00+00:00');

    await page.setViewport({ width: 1440, height: 900, hasTouch: true });
    await open('Month', '2031-02-15');
    const chipAt = await middleOf(chip('2031-02-20'));
    const finger = await page.touchscreen.touchStart(chipAt.x, chipAt.y);
    await page.waitForSelector('body[data-dragging]');
    const back = await middleOf('button[aria-label="Previous month"]');
    await finger.move(back.x, back.y);
    const day = await middleOf(cell('2031-01-09'));
    await finger.move(day.x, day.y);
    await finger.end();
    await waitForText(page, 'Moved to Jan 9, 2031, 9:30 AM EST');
    await page.setViewport({ width: 1440, height: 900 });
    expect(await timeOf(id)).toBe('2031-01-09T14:30:00+00:00');
  });

  it('ends with Escape, and nothing has moved', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 100, start.y);
    await page.waitForSelector('body[data-dragging]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('body:not([data-dragging])');
    await page.mouse.up();
    expect(await timeOf(id)).toBe(THURSDAY);
  });

  it('leaves alone what no longer waits', async () => {
    await schedule(THURSDAY, 'Sourdough', 'published');
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 100, start.y);
    expect(await page.$('body[data-dragging]')).toBeNull();
    await page.mouse.up();
  });

  it('into the past, or to a time that the clocks skip, is refused', async () => {
    await schedule('2025-01-16T14:30:00Z', 'Overdue');
    await open('Month', '2025-01-16');
    await drag(chip('2025-01-16'), cell('2025-01-22'));
    await waitForText(page, 'That time is in the past. Choose a later one.');
    await page.waitForSelector(chip('2025-01-16'));
    const id = await schedule('2031-03-08T07:30:00Z');
    await open('Month', '2031-03-01');
    await waitForText(page, 'Clocks go forward');
    await drag(chip('2031-03-08'), cell('2031-03-09'));
    await waitForText(page, '2:30 AM does not exist on Sunday, March 9, 2031 in America/New_York');
    expect(await timeOf(id)).toBe('2031-03-08T07:30:00+00:00');
  });

  it.each<[string, { status?: PostStatus; scheduled_time?: string }, string]>([
    ['published', { status: 'published' }, 'This post is published by now, so it was not changed.'],
    [
      'moved elsewhere',
      { scheduled_time: '2031-01-18T15:00:00Z' },
      'This post was moved elsewhere meanwhile, to Jan 18, 2031, 10:00 AM EST. It was left there.',
    ],
  ])('a post that was %s meanwhile is taken back with a word', async (_, change, words) => {
    const id = await schedule(THURSDAY);
    await open('Month');
    await page.waitForSelector(chip('2031-01-16'));
    await agent.admin.from('scheduled_posts').update(change).eq('id', id).throwOnError();
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(page, words);
    await page.waitForFunction((selector) => document.querySelector(selector) === null, {}, chip('2031-01-22'));
  });

  it('a post that was deleted elsewhere says so', async () => {
    await schedule(THURSDAY);
    await open('Month');
    await page.waitForSelector(chip('2031-01-16'));
    await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(page, 'This post was deleted elsewhere.', 'Scheduled Posts Timeline (0)');
  });

  it('while the backend fails puts the post back and gives the reason', async () => {
    await schedule(THURSDAY);
    await open('Month');
    endFault = await failRequests(page, /^PATCH .*scheduled_posts/, { status: 500, body: { message: 'Full.' } });
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(page, 'Nothing was changed. Full.');
    await page.waitForSelector(chip('2031-01-16'));
  });
});

describe('the week', () => {
  it('has a row for each hour; an hour that the clocks skip says so, and one that comes twice holds both', async () => {
    await schedule('2031-03-10T16:00:00Z', 'After the change');
    await open('Week', '2031-03-09');
    await waitForText(page, 'Mar 9 – Mar 15, 2031', 'Clocks go forward', '12:00 PM scheduled After the change');
    expect(await page.$eval(cell('2031-03-09', 2), (hour) => hour.textContent)).toContain('does not exist on this day');
    await schedule('2031-11-02T05:30:00Z', 'Once');
    await schedule('2031-11-02T06:30:00Z', 'Twice');
    await open('Week', '2031-11-02');
    await waitForText(page, 'Clocks go back');
    await page.waitForSelector(chip('2031-11-02', 1));
    expect(await page.$$eval(chip('2031-11-02', 1), (chips) => chips.length)).toBe(2);
  });

  it('is used by keyboard from hour to hour', async () => {
    await open('Week');
    await page.focus('[role=grid] [tabindex="0"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => {
      const { drop, hour } = (document.activeElement as HTMLElement).dataset;
      return drop === '2031-01-16' && hour === '9';
    });
  });
});

describe('a date and a time', () => {
  async function openDialog(list: 'timeline' | 'generated-content' = 'timeline', item = 'Reschedule…') {
    await open('Month');
    await byRole(page, 'button', 'List').click();
    await page.locator(`#${list} li button[aria-haspopup=menu]`).click();
    await byRole(page, 'menuitem', item).click();
    await waitForText(page, 'Date and time in America/New_York.');
  }
  /** As a picker sets it: the native setter, and the event that React listens to. */
  const set = (type: 'date' | 'time', value: string) =>
    page.$eval(
      `input[type=${type}]`,
      (input, text) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      value,
    );
  async function enter(date: string, time: string, button = 'Move') {
    await set('date', date);
    await set('time', time);
    await byRole(page, 'button', button).click();
  }

  it('of "Reschedule…" move a post', async () => {
    const id = await schedule(THURSDAY);
    await openDialog();
    expect(await axeViolations(page)).toEqual([]);
    await enter('2031-06-02', '09:30');
    await waitForText(page, 'Moved to Jun 2, 2031, 9:30 AM EDT', 'Scheduled for: Jun 2, 2031, 9:30 AM EDT');
    expect(await timeOf(id)).toBe('2031-06-02T13:30:00+00:00');
  });

  it('that are empty, past or do not exist are refused, and of two it is asked which is meant', async () => {
    const id = await schedule(THURSDAY);
    await openDialog();
    await enter('', '09:30');
    await waitForText(page, 'Enter a date and a time.');
    await enter('2025-01-14', '09:30');
    await waitForText(page, 'That time is in the past. Choose a later one.');
    await enter('2031-03-09', '02:30');
    await waitForText(page, '2:30 AM does not exist on Sunday, March 9, 2031 in America/New_York');
    await set('date', '2031-11-02');
    await set('time', '01:30');
    await waitForText(page, 'The clocks go back on this day', '1:30 AM EDT', '1:30 AM EST');
    await byRole(page, 'radio', 'Nov 2, 2031, 1:30 AM EST').click();
    await byRole(page, 'button', 'Move').click();
    await waitForText(page, 'Moved to Nov 2, 2031, 1:30 AM EST');
    expect(await timeOf(id)).toBe('2031-11-02T06:30:00+00:00');
  });

  it('of a post that was published meanwhile says so and keeps what was entered', async () => {
    const id = await schedule(THURSDAY);
    await openDialog();
    await agent.admin.from('scheduled_posts').update({ status: 'publishing' }).eq('id', id).throwOnError();
    await enter('2031-06-02', '09:30');
    await waitForText(page, 'This post is publishing by now, so it was not changed.');
    expect(await page.$eval('input[type=date]', (input) => input.value)).toBe('2031-06-02');
    expect(await timeOf(id)).toBe(THURSDAY);
  });

  it('of "Schedule…" give a draft its place in the timeline, by keyboard alone', async () => {
    const made = await agent.admin
      .from('generated_content')
      .insert({ content_type: 'text', caption: 'Rye' })
      .select('id')
      .single()
      .throwOnError();
    await open('Month');
    await byRole(page, 'button', 'List').click();
    await page.focus('#generated-content li button[aria-haspopup=menu]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Schedule…');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Date and time in America/New_York.');
    expect(await axeViolations(page)).toEqual([]);
    await page.focus('input[type=date]');
    await page.keyboard.type('01142025');
    await page.keyboard.press('Enter');
    await waitForText(page, 'That time is in the past. Choose a later one.');
    // A year that is typed on is no crash: the field takes four figures.
    await page.keyboard.type('20315');
    await set('date', '2031-06-02');
    await set('time', '09:30');
    await page.keyboard.press('Enter');
    const time = 'Jun 2, 2031, 9:30 AM EDT';
    await waitForText(page, `Scheduled for ${time}`, `Scheduled for: ${time}`);
    const { data } = await agent.admin
      .from('scheduled_posts')
      .select('status, scheduled_time, generated_content(status)')
      .eq('content_id', made.data.id)
      .throwOnError();
    const scheduled_time = '2031-06-02T13:30:00+00:00';
    expect(data).toEqual([{ status: 'scheduled', scheduled_time, generated_content: { status: 'scheduled' } }]);
    await byRole(page, 'button', 'Undo').click();
    await waitForText(page, 'No longer scheduled. The post is a draft again.', 'No scheduled posts yet');
    const after = await agent.admin.from('generated_content').select('status, scheduled_posts(id)').throwOnError();
    expect(after.data).toEqual([{ status: 'draft', scheduled_posts: [] }]);
  });

  it('of "Schedule…" are not undone once the post was moved elsewhere', async () => {
    const content = { content_type: 'text' as const, caption: 'Rye' };
    await agent.admin.from('generated_content').insert(content).throwOnError();
    await openDialog('generated-content', 'Schedule…');
    await enter('2031-06-02', '09:30', 'Schedule');
    await waitForText(page, 'Scheduled for Jun 2, 2031');
    const moved = { scheduled_time: '2031-07-01T12:00:00Z' };
    await agent.admin.from('scheduled_posts').update(moved).not('id', 'is', null).throwOnError();
    await byRole(page, 'button', 'Undo').click();
    await waitForText(page, 'This post was moved or deleted elsewhere meanwhile', 'Jul 1, 2031');
  });

  it.each([
    [
      'published',
      () => agent.admin.from('generated_content').update({ status: 'published' }).not('id', 'is', null),
      'This post is published by now, so it was not changed.',
    ],
    [
      'deleted',
      () => agent.admin.from('generated_content').delete().not('id', 'is', null),
      'This post was deleted elsewhere.',
    ],
  ])('of "Schedule…" are refused for a draft that was %s elsewhere', async (_what, change, refusal) => {
    const content = { content_type: 'text' as const, caption: 'Rye' };
    await agent.admin.from('generated_content').insert(content).throwOnError();
    await openDialog('generated-content', 'Schedule…');
    await change().throwOnError();
    await enter('2031-06-02', '09:30', 'Schedule');
    await waitForText(page, refusal);
    expect((await agent.admin.from('scheduled_posts').select('id').throwOnError()).data).toEqual([]);
  });

  it('of "Schedule again…" put a cancelled post back', async () => {
    const id = await schedule('2025-01-16T14:30:00+00:00', 'Sourdough', 'cancelled');
    await agent.admin.from('generated_content').update({ status: 'draft' }).not('id', 'is', null).throwOnError();
    await openDialog('timeline', 'Schedule again…');
    await enter('2025-01-14', '09:30', 'Schedule');
    await waitForText(page, 'That time is in the past. Choose a later one.');
    await enter('2031-06-02', '09:30', 'Schedule');
    await waitForText(page, 'Scheduled for Jun 2, 2031, 9:30 AM EDT');
    expect(await timeOf(id)).toBe('2031-06-02T13:30:00+00:00');
    const statuses = 'status, generated_content(status)';
    const { data } = await agent.admin.from('scheduled_posts').select(statuses).eq('id', id).single().throwOnError();
    expect(data).toEqual({ status: 'scheduled', generated_content: { status: 'scheduled' } });
    await byRole(page, 'button', 'Undo').click();
    await waitForText(page, 'Post cancelled. Its text stays as a draft.');
    const undone = await agent.admin.from('scheduled_posts').select(statuses).eq('id', id).single().throwOnError();
    expect(undone.data).toEqual({ status: 'cancelled', generated_content: { status: 'draft' } });
  });
});

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  it.each(['Month', 'Week'] as const)('axe finds nothing serious in the %s, and it fits at 360 px', async (view) => {
    await schedule(THURSDAY, MARKUP);
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    for (const width of [360, 1440]) {
      await page.setViewport({ width, height: 900 });
      await open(view);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
