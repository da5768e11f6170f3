import { waitFor } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { cell, chip, schedulerInDocument, THURSDAY, textsOf } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const MARKUP = '<b>Bread</b> & 🍞';

const app = schedulerInDocument();
const { schedule, openCalendar, press, fail, letGo, reload } = app;

const find = async (selector: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  });
const click = async (selector: string) => app.user.click(await find(selector));
const focused = () => (document.activeElement as HTMLElement).dataset;
const enterGrid = () => document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();

afterEach(() => {
  vi.useRealTimers();
});

describe('the month', () => {
  it("shows each day's posts in the configured zone, and folds many into one line", async () => {
    await schedule(THURSDAY, MARKUP);
    await schedule('2031-01-16T04:00:00Z', 'Late on the 15th');
    for (let post = 0; post < 5; post++) await schedule(`2031-01-20T1${post}:00:00Z`);
    await openCalendar('Month');
    await says('January 2031', 'Times in America/New_York', 'Scheduled Posts Timeline (7)');
    await says(`9:30 AM scheduled ${MARKUP}`, '11:00 PM scheduled Late on the 15th', '+3 more');
    expect(textsOf('[data-drop]')).toHaveLength(35);
    expect(textsOf(chip('2031-01-15'))).toHaveLength(1);
  });

  it.runIf(isFull)('says why it cannot be read, and is read at the second try', async () => {
    await schedule(THURSDAY, MARKUP);
    fail(/^GET .*scheduled_posts.*scheduled_time=gte/);
    await app.open('/scheduler?date=2031-01-15');
    await press('Month');
    await says('Failed to load content', 'The database is full.');
    letGo();
    await press('Try again');
    await says(`9:30 AM scheduled ${MARKUP}`);
  });

  it('says on each post where it goes; a click opens it beside the calendar, or begins a post on a day to come', async () => {
    await app.addAccount('instagram', 'IG_Main');
    await schedule(THURSDAY, 'In numbers:\n\nRye rises twice', 'scheduled', ['instagram']);
    await schedule('2031-01-17T14:30:00Z', 'Spelt', 'published', ['facebook', 'tiktok']);
    await openCalendar('Month');
    await says('9:30 AM scheduled Instagram: IG_Main IG_Main Rye rises twice');
    await says('9:30 AM published Facebook, TikTok Spelt');
    await click(chip('2031-01-17'));
    await says('Where it went');
    await app.user.keyboard('{Escape}');
    await saysNoMore('Where it went');
    await click(chip('2031-01-16'));
    await says('Where it goes', 'IG_Main Your turn');
    await app.user.keyboard('{Escape}');
    await saysNoMore('Where it goes');
    await press('New post, Monday, January 20, 2031');
    await waitFor(() => expect(location.href).toMatch(/\/compose.*\?at=2031-01-20T17:00:00Z$/));
  });

  it.runIf(isFull)('goes back, on, and to today, and remembers that it was chosen', async () => {
    await schedule('2031-02-03T15:00:00Z', 'In February');
    await openCalendar('Month');
    await press('Next month');
    await says('February 2031', 'In February');
    await press('Previous month');
    await says('January 2031');
    reload();
    await says('January 2031');
    await press('Today');
    const date = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: 'America/New_York' }).format();
    expect((await find('[role=grid] [aria-current=date]')).dataset.drop).toBe(date);
    await press('List');
    await says('Scheduled for: Feb 3, 2031, 10:00 AM EST');
  });

  it.runIf(isFull)(
    'calls overdue what still waits; its week marks the present, and names the post that a free hour to come would begin',
    async () => {
      await schedule('2031-03-31T14:00:00Z', 'Late loaf');
      await schedule('2031-03-31T18:00:00Z', 'At two');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-03-31T15:30:00Z') });
      await openCalendar('Month', '2031-03-31');
      await says('March 2031', '10:00 AM overdue');
      expect((await find('[role=grid] [aria-current=date]')).dataset.drop).toBe('2031-03-31');
      await press('Week');
      await find(chip('2031-03-31', 14));
      const ghost = (hour: number) =>
        document.querySelector(cell('2031-03-31', hour))?.textContent?.includes('New post');
      expect(document.querySelector<HTMLElement>('[data-now]')?.closest<HTMLElement>('td')?.dataset.hour).toBe('11');
      expect([11, 12, 13, 14].map(ghost)).toEqual([false, true, true, false]);
    },
  );

  it('is used by keyboard: arrows go from day to day, Enter opens one, from which Back leads to the month', async () => {
    await schedule('2031-02-02T15:00:00Z');
    await openCalendar('Month');
    enterGrid();
    await app.user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await says('February 2031');
    await waitFor(() => expect(focused().drop).toBe('2031-02-02'));
    await app.user.keyboard('{Enter}');
    await says('Sunday, February 2, 2031', '10:00 AM scheduled Sourdough');
    await waitFor(() => expect(textsOf('[data-drop]')).toHaveLength(24));
    history.back();
    await says('February 2031');
  });

  it.runIf(isFull)('marks the posting times that are free, where a press begins a post', async () => {
    const times = [9 * 60 + 30, 12 * 60].map((minute) => 4 * 24 * 60 + minute);
    const set = (posting_times: number[]) =>
      app.agent.admin.from('app_settings').update({ posting_times }).not('id', 'is', null).throwOnError();
    await set(times);
    await schedule(THURSDAY, MARKUP);
    await openCalendar('Month');
    await says(`9:30 AM scheduled ${MARKUP}`);
    const slots = (date: string) => textsOf(`${cell(date)} [data-free]`);
    await waitFor(() =>
      expect([15, 16, 23].map((day) => slots(`2031-01-${day}`))).toEqual([[], ['12:00 PM'], ['9:30 AM', '12:00 PM']]),
    );
    await press('Week');
    await click(`${cell('2031-01-16', 12)} [data-free]`);
    await waitFor(() => expect(location.href).toMatch(/\/compose.*\?at=2031-01-16T17:00:00.000Z$/));
    await set([]);
  });
});

describe('the week', () => {
  it.runIf(isFull)('has a row for each hour; an hour that the clocks skip says so', async () => {
    await schedule('2031-03-10T16:00:00Z', 'After the change');
    await openCalendar('Week', '2031-03-09');
    await says(
      'outside your posting hours',
      'Mar 9 – Mar 15, 2031',
      'Clocks go forward',
      '12:00 PM scheduled After the change',
    );
    expect((await find(cell('2031-03-09', 2))).textContent).toContain('Skipped on this day');
  });

  it.runIf(isFull)('has both in the row of an hour that comes twice', async () => {
    await schedule('2031-11-02T05:30:00Z', 'Once');
    await schedule('2031-11-02T06:30:00Z', 'Twice');
    await openCalendar('Week', '2031-11-02');
    await says('Clocks go back', 'Once');
    expect(textsOf(chip('2031-11-02', 1))).toHaveLength(2);
  });
});
