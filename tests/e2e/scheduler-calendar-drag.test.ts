import { describe, expect, it, vi } from 'vitest';
import type { PostStatus } from '../../shared/workspace/database.ts';
import { axeViolations, byRole, waitForText } from '../helpers/browser.ts';
import { calendarScreen, cell, chip, THURSDAY } from '../helpers/calendar-screen.ts';

const screen = calendarScreen();
const { schedule, timeOf, open, fail } = screen;

async function middleOf(selector: string) {
  const element = await screen.page.waitForSelector(selector);
  await element?.evaluate((target) => target.scrollIntoView({ block: 'center', inline: 'center' }));
  const box = await element?.boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(from: string, to: string) {
  const start = await middleOf(from);
  await screen.page.mouse.move(start.x, start.y);
  await screen.page.mouse.down();
  await screen.page.mouse.move(start.x + 8, start.y + 8);
  await screen.page.waitForSelector('body[data-dragging]');
  const end = await middleOf(to);
  await screen.page.mouse.move(end.x, end.y);
  await screen.page.waitForSelector(`${to}[data-over]`);
  await screen.page.mouse.up();
}

/**
 * Holds what is dragged over an arrow until the month has turned, then over a day of the month that is shown by then:
 * held for longer, it turns on. Answers that day, "2031-02-20" and "Feb 20, 2031".
 */
async function turnTo(arrow: string, day: string, move: (to: { x: number; y: number }) => Promise<void>) {
  const shown = () => screen.page.$eval('#timeline h3', (heading) => heading.textContent);
  const before = await shown();
  await move(await middleOf(`button[aria-label="${arrow}"]`));
  await vi.waitFor(async () => expect(await shown()).not.toBe(before), { timeout: 20_000 });
  await move(await middleOf('[role=grid]'));
  const month = new Date(`1 ${await shown()} UTC`);
  const date = `${month.toISOString().slice(0, 7)}-${day}`;
  await move(await middleOf(cell(date)));
  await screen.page.waitForSelector(`${cell(date)}[data-over]`);
  const words = new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  return { date, words };
}

/** Picks up the only post of a day by keyboard: to its cell, on to the chip, Space. */
async function pickUp(date: string, hour?: number) {
  await screen.page.waitForSelector(chip(date, hour));
  await screen.page.focus('[role=grid] [tabindex="0"]');
  for (let step = 0; step < 60; step++) {
    const at = await screen.page.evaluate(() => ({ ...(document.activeElement as HTMLElement).dataset }));
    const isThere = at.drop === date && (hour === undefined || at.hour === String(hour));
    if (isThere) break;
    const isRow = at.drop === date;
    await screen.page.keyboard.press(isRow ? 'ArrowDown' : 'ArrowRight');
  }
  await screen.page.keyboard.press('Tab');
  await screen.page.keyboard.press('Space');
  await waitForText(screen.page, 'Moving “Sourdough”.');
}
const status = () =>
  screen.page.$eval('[role=grid] ~ [role=status], [role=grid] + [role=status]', (said) => said.textContent);

describe('moving by keyboard', () => {
  it('picks a post up, shows where it would go, drops it there, and can be undone', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    await pickUp('2031-01-16');
    expect(await status()).toBe(
      'Moving “Sourdough”. Choose a day with the arrow keys, drop it with Space, cancel with Escape.',
    );
    await screen.page.keyboard.press('ArrowDown');
    await screen.page.keyboard.press('ArrowLeft');
    await screen.page.waitForSelector(`${cell('2031-01-22')}[data-over]`);
    expect(await axeViolations(screen.page)).toEqual([]);
    await screen.page.keyboard.press('Space');
    await waitForText(screen.page, 'Moved to Jan 22, 2031, 9:30 AM EST');
    await screen.page.waitForSelector(chip('2031-01-22'));
    expect(await timeOf(id)).toBe('2031-01-22T14:30:00+00:00');
    expect(await screen.page.$('[data-over]')).toBeNull();
    await byRole(screen.page, 'button', 'Undo').click();
    await waitForText(screen.page, 'Moved back to Jan 16, 2031, 9:30 AM EST');
  });

  it('goes on over the end of the month', async () => {
    const id = await schedule('2031-01-30T14:30:00Z');
    await open('Month', '2031-01-29');
    await pickUp('2031-01-30');
    await screen.page.keyboard.press('ArrowDown');
    await waitForText(screen.page, 'February 2031');
    await screen.page.waitForSelector(`${cell('2031-02-06')}[data-over]`);
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Moved to Feb 6, 2031, 9:30 AM EST');
    expect(await timeOf(id)).toBe('2031-02-06T14:30:00+00:00');
  });

  it('goes to an hour of the week', async () => {
    const id = await schedule(THURSDAY);
    await open('Week');
    await pickUp('2031-01-16', 9);
    await screen.page.keyboard.press('ArrowDown');
    await screen.page.keyboard.press('Space');
    await waitForText(screen.page, 'Moved to Jan 16, 2031, 10:30 AM EST');
    expect(await timeOf(id)).toBe('2031-01-16T15:30:00+00:00');
  });

  it('puts the post back with Escape, says so, and takes the focus back', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    await pickUp('2031-01-16');
    await screen.page.keyboard.press('ArrowDown');
    await screen.page.keyboard.press('Escape');
    await screen.page.waitForFunction(() => (document.activeElement as HTMLElement)?.dataset.drop === '2031-01-16');
    expect(await status()).toBe('Not moved.');
    expect(await timeOf(id)).toBe(THURSDAY);
  });
});

describe('dragging', () => {
  it('moves a post to another day at its own time, and can be undone', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(screen.page, 'Moved to Jan 22, 2031, 9:30 AM EST');
    await screen.page.waitForSelector(chip('2031-01-22'));
    expect(await timeOf(id)).toBe('2031-01-22T14:30:00+00:00');
    await byRole(screen.page, 'button', 'Undo').click();
    await waitForText(screen.page, 'Moved back to Jan 16, 2031, 9:30 AM EST');
    expect(await timeOf(id)).toBe(THURSDAY);
  });

  it('moves a post to another hour at its own minutes', async () => {
    const id = await schedule(THURSDAY);
    await open('Week');
    await drag(chip('2031-01-16', 9), cell('2031-01-17', 14));
    await waitForText(screen.page, 'Moved to Jan 17, 2031, 2:30 PM EST');
    expect(await timeOf(id)).toBe('2031-01-17T19:30:00+00:00');
  });

  it('works with a finger that rests on the post first', async () => {
    const id = await schedule(THURSDAY);
    await screen.page.setViewport({ width: 1440, height: 900, hasTouch: true });
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    const finger = await screen.page.touchscreen.touchStart(start.x, start.y);
    await screen.page.waitForSelector('body[data-dragging]');
    const end = await middleOf(cell('2031-01-22'));
    await finger.move(end.x, end.y);
    await finger.end();
    await waitForText(screen.page, 'Moved to Jan 22, 2031, 9:30 AM EST');
    await screen.page.setViewport({ width: 1440, height: 900 });
    expect(await timeOf(id)).toBe('2031-01-22T14:30:00+00:00');
  });

  it('turns the month while the post is held over an arrow, with a mouse and with a finger', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    await screen.page.mouse.move(start.x, start.y);
    await screen.page.mouse.down();
    await screen.page.mouse.move(start.x + 8, start.y + 8);
    const later = await turnTo('Next month', '20', ({ x, y }) => screen.page.mouse.move(x, y));
    await screen.page.mouse.up();
    await waitForText(screen.page, `Moved to ${later.words}, 9:30 AM`);
    expect(later.date > '2031-02').toBe(true);
    expect(await timeOf(id)).toMatch(later.date);

    await screen.page.setViewport({ width: 1440, height: 900, hasTouch: true });
    await open('Month', later.date);
    const chipAt = await middleOf(chip(later.date));
    const finger = await screen.page.touchscreen.touchStart(chipAt.x, chipAt.y);
    await screen.page.waitForSelector('body[data-dragging]');
    const earlier = await turnTo('Previous month', '09', ({ x, y }) => finger.move(x, y));
    await finger.end();
    await waitForText(screen.page, `Moved to ${earlier.words}, 9:30 AM`);
    await screen.page.setViewport({ width: 1440, height: 900 });
    expect(earlier.date < later.date.slice(0, 7)).toBe(true);
    expect(await timeOf(id)).toMatch(earlier.date);
  });

  it('ends with Escape, and nothing has moved', async () => {
    const id = await schedule(THURSDAY);
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    await screen.page.mouse.move(start.x, start.y);
    await screen.page.mouse.down();
    await screen.page.mouse.move(start.x + 100, start.y);
    await screen.page.waitForSelector('body[data-dragging]');
    await screen.page.keyboard.press('Escape');
    await screen.page.waitForSelector('body:not([data-dragging])');
    await screen.page.mouse.up();
    expect(await timeOf(id)).toBe(THURSDAY);
  });

  it('leaves alone what no longer waits', async () => {
    await schedule(THURSDAY, 'Sourdough', 'published');
    await open('Month');
    const start = await middleOf(chip('2031-01-16'));
    await screen.page.mouse.move(start.x, start.y);
    await screen.page.mouse.down();
    await screen.page.mouse.move(start.x + 100, start.y);
    expect(await screen.page.$('body[data-dragging]')).toBeNull();
    await screen.page.mouse.up();
  });

  it('into the past, or to a time that the clocks skip, is refused', async () => {
    await schedule('2025-01-16T14:30:00Z', 'Overdue');
    await open('Month', '2025-01-16');
    await drag(chip('2025-01-16'), cell('2025-01-22'));
    await waitForText(screen.page, 'That time is in the past. Choose a later one.');
    await screen.page.waitForSelector(chip('2025-01-16'));
    const id = await schedule('2031-03-08T07:30:00Z');
    await open('Month', '2031-03-01');
    await waitForText(screen.page, 'Clocks go forward');
    await drag(chip('2031-03-08'), cell('2031-03-09'));
    await waitForText(screen.page, '2:30 AM does not exist on Sunday, March 9, 2031 in America/New_York');
    expect(await timeOf(id)).toBe('2031-03-08T07:30:00+00:00');
  });

  it.each<[string, { status?: PostStatus; scheduled_time?: string }, string]>([
    ['published', { status: 'published' }, 'This post is now published, so it was not changed.'],
    [
      'moved elsewhere',
      { scheduled_time: '2031-01-18T15:00:00Z' },
      'This post has since been moved to Jan 18, 2031, 10:00 AM EST, so it was left there.',
    ],
  ])('a post that was %s meanwhile is taken back with a word', async (_, change, words) => {
    const id = await schedule(THURSDAY);
    await open('Month');
    await screen.page.waitForSelector(chip('2031-01-16'));
    await screen.agent.admin.from('scheduled_posts').update(change).eq('id', id).throwOnError();
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(screen.page, words);
    await screen.page.waitForFunction((selector) => document.querySelector(selector) === null, {}, chip('2031-01-22'));
  });

  it('a post that was deleted elsewhere says so', async () => {
    await schedule(THURSDAY);
    await open('Month');
    await screen.page.waitForSelector(chip('2031-01-16'));
    await screen.agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(screen.page, 'This post was deleted elsewhere.', 'Scheduled Posts Timeline (0)');
  });

  it('while the backend fails puts the post back and gives the reason', async () => {
    await schedule(THURSDAY);
    await open('Month');
    await fail(/^PATCH .*scheduled_posts/, { status: 500, body: { message: 'Full.' } });
    await drag(chip('2031-01-16'), cell('2031-01-22'));
    await waitForText(screen.page, 'Nothing was changed. Full.');
    await screen.page.waitForSelector(chip('2031-01-16'));
  });
});
