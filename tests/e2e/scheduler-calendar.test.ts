import { describe, expect, it } from 'vitest';
import { axeViolations, byRole, waitForText } from '../helpers/browser.ts';
import { calendarScreen, cell, chip, THURSDAY } from '../helpers/calendar-screen.ts';
import { holdClock } from '../helpers/page-clock.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

const MARKUP = '<b>Bread</b> & 🍞';

const screen = calendarScreen();
const { schedule, open, fail, letGo } = screen;

describe('the month', () => {
  it("shows each day's posts in the configured zone, and folds many into one line", async () => {
    await schedule(THURSDAY, MARKUP);
    await schedule('2031-01-16T04:00:00Z', 'Late on the 15th');
    for (let post = 0; post < 5; post++) await schedule(`2031-01-20T1${post}:00:00Z`);
    await open('Month');
    await waitForText(screen.page, 'January 2031', 'Times in America/New_York', 'Scheduled Posts Timeline (7)');
    await waitForText(screen.page, `9:30 AM scheduled ${MARKUP}`, '11:00 PM scheduled Late on the 15th', '+3 more');
    expect(await screen.page.$$eval('[data-drop]', (cells) => cells.length)).toBe(35);
    expect(await screen.page.$$eval('[data-drop="2031-01-15"] [data-chip]', (chips) => chips.length)).toBe(1);
  });

  it('says on each post where it goes, and a click opens the post to edit it, or to see what became of it', async () => {
    const row = { platform: 'instagram' as const, account_label: 'IG_Main', is_logged_in: false };
    await screen.agent.admin.from('social_accounts').insert(row).throwOnError();
    await schedule(THURSDAY, 'In numbers:\n\nRye rises twice', 'scheduled', ['instagram']);
    await schedule('2031-01-17T14:30:00Z', 'Spelt', 'published', ['facebook', 'tiktok']);
    await open('Month');
    await waitForText(screen.page, '9:30 AM scheduled Instagram: IG_Main IG_Main Rye rises twice');
    await waitForText(screen.page, '9:30 AM published Facebook, TikTok Spelt');
    expect(await screen.page.$$eval(`${chip('2031-01-17')} svg`, (marks) => marks.length)).toBe(2);
    await screen.page.click(chip('2031-01-17'));
    await waitForText(screen.page, 'Delivery history');
    await screen.page.keyboard.press('Escape');
    await screen.page.waitForSelector('[role=dialog]', { hidden: true });
    await screen.page.click(chip('2031-01-16'));
    await screen.page.waitForFunction(() => location.pathname.startsWith('/compose/'));
    await screen.agent.admin.from('social_accounts').delete().eq('account_label', 'IG_Main').throwOnError();
  });

  it('keeps today in view late in the month, and calls overdue what still waits', async () => {
    const page = await openSignedIn(screen.browser, screen.agent, screen.account, '/icon.svg', {
      width: 1024,
      height: 768,
    });
    const clock = await holdClock(page, -1);
    await page.evaluate(() => localStorage.setItem('scheduler.view', 'month'));
    await page.goto(new URL('/scheduler', screen.agent.url).href);
    // The 28th, or later, of a month that begins on a Saturday: the sixth week of six.
    await clock.moveOn(Date.parse('2031-03-31T15:00:00Z') - Date.now());
    await schedule('2031-03-31T14:00:00Z', 'Late loaf');
    await byRole(page, 'button', 'Week').click();
    await byRole(page, 'button', 'Month').click();
    await waitForText(page, 'March 2031', '10:00 AM overdue');
    const today = await page.waitForSelector('[aria-current=date]');
    const box = await today?.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    // Rounded down: where it had to scroll, a fraction of a pixel may be left.
    expect(Math.floor((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThanOrEqual(768);
    await page.close();
  });

  it('goes back, on, and to today, and remembers that it was chosen', async () => {
    await schedule('2031-02-03T15:00:00Z', 'In February');
    await open('Month');
    await byRole(screen.page, 'button', 'Next month').click();
    await waitForText(screen.page, 'February 2031', 'In February');
    await byRole(screen.page, 'button', 'Previous month').click();
    await byRole(screen.page, 'button', 'Previous month').click();
    await waitForText(screen.page, 'December 2030');
    await screen.page.reload();
    await waitForText(screen.page, 'December 2030');
    await byRole(screen.page, 'button', 'Today').click();
    const today = await screen.page.waitForSelector('[aria-current=date]');
    const date = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: 'America/New_York' }).format();
    expect(await today?.evaluate((day) => day.getAttribute('data-drop'))).toBe(date);
    await byRole(screen.page, 'button', 'List').click();
    await waitForText(screen.page, 'Scheduled for: Feb 3, 2031, 10:00 AM EST');
  });

  it('is used by keyboard: arrows go from day to day, Enter opens one, the menu has what can be done', async () => {
    await schedule('2031-02-02T15:00:00Z');
    await open('Month');
    await screen.page.focus('[role=grid] [tabindex="0"]');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'] as const) {
      await screen.page.keyboard.press(key);
    }
    await waitForText(screen.page, 'February 2031');
    await screen.page.waitForFunction(() => (document.activeElement as HTMLElement)?.dataset.drop === '2031-02-02');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Sunday, February 2, 2031', '1 post');
    expect(await axeViolations(screen.page)).toEqual([]);
    await screen.page.focus('[role=dialog] [data-post] [aria-haspopup=menu]');
    await screen.page.keyboard.press('Enter');
    await screen.page.waitForSelector('[role=menu]');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Reschedule', 'Date and time in America/New_York.');
    // Each dialog takes Escape once it has the focus.
    for (const title of ['Reschedule', 'Sunday, February 2, 2031']) {
      await screen.page.waitForFunction(
        (wanted) => document.activeElement?.closest('[role=dialog]')?.querySelector('h2')?.textContent === wanted,
        {},
        title,
      );
      await screen.page.keyboard.press('Escape');
    }
    await screen.page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
  });

  it('opens a day that has nothing, too', async () => {
    await open('Month');
    await screen.page.click(cell('2031-01-20'));
    await waitForText(screen.page, 'Monday, January 20, 2031', 'Nothing scheduled for this day.');
  });

  it('says when it cannot be loaded, and tries again', async () => {
    await fail(/^GET .*scheduled_posts.*scheduled_time=gte/, {
      status: 500,
      body: { message: 'Full.' },
    });
    await open('Month');
    await waitForText(screen.page, 'Failed to load content', 'Full.');
    await letGo();
    await byRole(screen.page, 'button', 'Try again').click();
    await screen.page.waitForSelector(cell('2031-01-20'));
  });
});

describe('the week', () => {
  it('has a row for each hour; an hour that the clocks skip says so, and one that comes twice holds both', async () => {
    await schedule('2031-03-10T16:00:00Z', 'After the change');
    await open('Week', '2031-03-09');
    await waitForText(screen.page, 'Mar 9 – Mar 15, 2031', 'Clocks go forward', '12:00 PM scheduled After the change');
    expect(await screen.page.$eval(cell('2031-03-09', 2), (hour) => hour.textContent)).toContain('Skipped on this day');
    await schedule('2031-11-02T05:30:00Z', 'Once');
    await schedule('2031-11-02T06:30:00Z', 'Twice');
    await open('Week', '2031-11-02');
    await waitForText(screen.page, 'Clocks go back');
    await screen.page.waitForSelector(chip('2031-11-02', 1));
    expect(await screen.page.$$eval(chip('2031-11-02', 1), (chips) => chips.length)).toBe(2);
  });

  it('begins with a post that goes out before the posting hours', async () => {
    await schedule('2031-01-16T08:30:00Z', 'At night');
    await open('Week');
    await waitForText(screen.page, '3:30 AM scheduled At night');
    await screen.page.waitForFunction(
      (selector) => {
        const [post, area] = [
          document.querySelector(selector),
          document.querySelector('section[aria-label="Posts this week"]'),
        ];
        const [inner, outer] = [post?.getBoundingClientRect(), area?.getBoundingClientRect()];
        return inner && outer && inner.top > outer.top && inner.bottom < outer.bottom;
      },
      {},
      chip('2031-01-16', 3),
    );
  });

  it('is used by keyboard from hour to hour', async () => {
    await open('Week');
    await screen.page.focus('[role=grid] [tabindex="0"]');
    await screen.page.keyboard.press('ArrowDown');
    await screen.page.keyboard.press('ArrowRight');
    await screen.page.waitForFunction(() => {
      const { drop, hour } = (document.activeElement as HTMLElement).dataset;
      return drop === '2031-01-16' && hour === '9';
    });
  });
});

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  it.each(['Month', 'Week'] as const)('axe finds nothing serious in the %s, and it fits at 360 px', async (view) => {
    await schedule(THURSDAY, MARKUP);
    await screen.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    for (const width of [360, 1440]) {
      await screen.page.setViewport({ width, height: 900 });
      await open(view);
      expect(await axeViolations(screen.page)).toEqual([]);
      expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
