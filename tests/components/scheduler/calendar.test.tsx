import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { cell, chip, schedulerInDocument, THURSDAY, textsOf } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const MARKUP = '<b>Bread</b> & 🍞';

const app = schedulerInDocument();
const { schedule, stored, openCalendar, press, pressInToast, reload, fail, letGo } = app;

const find = async (selector: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  });
const click = async (selector: string) => app.user.click(await find(selector));
const focused = () => (document.activeElement as HTMLElement).dataset;
const enterGrid = () => document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();

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
  });

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
    await waitFor(() => expect(textsOf(`${cell('2031-01-16')} [data-free]`)).toEqual(['12:00 PM']));
    await click(`${cell('2031-01-16')} [data-free]`);
    await waitFor(() => expect(location.href).toMatch(/\/compose.*\?at=2031-01-16T17:00:00.000Z$/));
    await set([]);
  });
});

it.runIf(isFull)(
  'the week has a row for each hour, both in that of one which comes twice, and says which is skipped',
  async () => {
    await schedule('2031-11-02T05:30:00Z', 'Once');
    await schedule('2031-11-02T06:30:00Z', 'Twice');
    await openCalendar('Week', '2031-11-02');
    await says('outside your posting hours', 'Nov 2 – Nov 8, 2031', 'Clocks go back', 'Once');
    expect(textsOf(chip('2031-11-02', 1))).toHaveLength(2);
    await openCalendar('Week', '2031-03-09');
    await says('Clocks go forward', 'Skipped on this day');
  },
);

/** Dragging with a pointer needs layout and is tested in tests/e2e/scheduler.test.ts. */
describe('moving a post by keyboard', () => {
  const keys = (text: string) => app.user.keyboard(text);
  const hasNot = (selector: string) => waitFor(() => expect(document.querySelector(selector)).toBeNull());
  const status = () => document.querySelector('[role=grid] ~ [role=status]')?.textContent;

  /** Opens the month of a post and picks the post up. */
  async function pickUp(date: string) {
    await openCalendar('Month', date);
    await find(chip(date));
    document.querySelector<HTMLElement>(`[role=grid] ${cell(date)}[tabindex="0"]`)?.focus();
    await app.user.tab();
    await keys(' ');
    await says('Moving “Sourdough”.');
  }

  it('shows where it would go, drops it there at its own time, and can be undone', async () => {
    const id = await schedule(THURSDAY);
    await pickUp('2031-01-16');
    expect(status()).toBe(
      'Moving “Sourdough”. Choose a day with the arrow keys, drop it with Space, cancel with Escape.',
    );
    await keys('{ArrowDown}{ArrowLeft}');
    await find(`${cell('2031-01-22')}[data-over]`);
    await keys(' ');
    await says('Moved to Jan 22, 2031, 9:30 AM EST');
    await find(chip('2031-01-22'));
    await hasNot('[data-over]');
    expect(await stored(id)).toBe('scheduled 2031-01-22T14:30:00+00:00');
    await pressInToast('Undo');
    await says('Moved back to Jan 16, 2031, 9:30 AM EST');
    expect(await stored(id)).toBe(`scheduled ${THURSDAY}`);
  });

  it.runIf(isFull)(
    'puts it back with Escape and while the backend fails, and leaves it where it was moved elsewhere',
    async () => {
      const id = await schedule(THURSDAY);
      await pickUp('2031-01-16');
      await keys('{ArrowDown}{Escape}');
      await waitFor(() => expect((document.activeElement as HTMLElement).dataset.drop).toBe('2031-01-16'));
      expect(status()).toBe('Not moved.');
      await app.user.tab();
      await keys(' ');
      fail(/^POST .*rpc\/move_posts/);
      await keys('{ArrowDown} ');
      await says('Nothing was changed. The database is full.');
      expect(await stored(id)).toBe(`scheduled ${THURSDAY}`);
      letGo();
      await find(chip('2031-01-16'));
      document.querySelector<HTMLElement>(chip('2031-01-16'))?.focus();
      await keys(' ');
      await says('Moving “Sourdough”.');
      await app.change(id, { scheduled_time: '2031-01-18T15:00:00Z' });
      await keys('{ArrowDown} ');
      await says('This post has since been moved to Jan 18, 2031, 10:00 AM EST, so it was left there.');
      await hasNot(chip('2031-01-23'));
    },
  );
});
