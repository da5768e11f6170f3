import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { cell, chip, schedulerInDocument, THURSDAY } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

/** By keyboard; a pointer, which needs layout, drops a post in the same way (tests/e2e/scheduler.test.ts). */
const app = schedulerInDocument();
const { schedule, stored, openCalendar, pressInToast, fail, letGo } = app;

const keys = (text: string) => app.user.keyboard(text);
const has = (selector: string) => waitFor(() => expect(document.querySelector(selector)).not.toBeNull());
const hasNot = (selector: string) => waitFor(() => expect(document.querySelector(selector)).toBeNull());
const status = () => document.querySelector('[role=grid] ~ [role=status]')?.textContent;

/** Opens the calendar at the day of a post and picks that up. `hour`: where it stands in the week. */
async function pickUp(date: string, hour?: number) {
  await openCalendar(hour === undefined ? 'Month' : 'Week', date);
  await has(chip(date, hour));
  document.querySelector<HTMLElement>(`[role=grid] ${cell(date)}[tabindex="0"]`)?.focus();
  // The cursor of the week begins at the posting hours' first.
  if (hour !== undefined) await keys('{ArrowDown}'.repeat(hour - 8));
  await app.user.tab();
  await keys(' ');
  await says('Moving “Sourdough”.');
}

/** Picks up the post of a day of the calendar that is open. */
async function lift(date: string) {
  await has(chip(date));
  document.querySelector<HTMLElement>(chip(date))?.focus();
  await keys(' ');
  await says('Moving “Sourdough”.');
}

describe('moving a post by keyboard', () => {
  it('shows where it would go, drops it there at its own time, and can be undone', async () => {
    const id = await schedule(THURSDAY);
    await pickUp('2031-01-16');
    expect(status()).toBe(
      'Moving “Sourdough”. Choose a day with the arrow keys, drop it with Space, cancel with Escape.',
    );
    await keys('{ArrowDown}{ArrowLeft}');
    await has(`${cell('2031-01-22')}[data-over]`);
    await keys(' ');
    await says('Moved to Jan 22, 2031, 9:30 AM EST');
    await has(chip('2031-01-22'));
    await hasNot('[data-over]');
    expect(await stored(id)).toBe('scheduled 2031-01-22T14:30:00+00:00');
    await pressInToast('Undo');
    await says('Moved back to Jan 16, 2031, 9:30 AM EST');
    expect(await stored(id)).toBe(`scheduled ${THURSDAY}`);
  });

  it.runIf(isFull)('goes to an hour of the week at its own minutes', async () => {
    const id = await schedule(THURSDAY);
    await pickUp('2031-01-16', 9);
    await keys('{ArrowDown} ');
    await says('Moved to Jan 16, 2031, 10:30 AM EST');
    expect(await stored(id)).toBe('scheduled 2031-01-16T15:30:00+00:00');
  });

  it.runIf(isFull)(
    'puts the post back with Escape, says so, and takes the focus back; leaves alone what no longer waits',
    async () => {
      const id = await schedule(THURSDAY);
      await schedule('2031-01-20T14:30:00Z', 'Rye', 'published');
      await pickUp('2031-01-16');
      await keys('{ArrowDown}{Escape}');
      await waitFor(() => expect((document.activeElement as HTMLElement).dataset.drop).toBe('2031-01-16'));
      expect(status()).toBe('Not moved.');
      expect(await stored(id)).toBe(`scheduled ${THURSDAY}`);
      await has(chip('2031-01-20'));
      const shortcuts = ['16', '20'].map((day) =>
        document.querySelector(chip(`2031-01-${day}`))?.hasAttribute('aria-keyshortcuts'),
      );
      expect(shortcuts).toEqual([true, false]);
    },
  );

  it.runIf(isFull)('into the past is refused', async () => {
    const time = '2025-01-16T14:30:00+00:00';
    const id = await schedule(time);
    await pickUp('2025-01-16');
    await keys('{ArrowDown} ');
    await says('That time is in the past. Choose a later one.');
    await has(chip('2025-01-16'));
    expect(await stored(id)).toBe(`scheduled ${time}`);
  });

  it.runIf(isFull)(
    'puts the post back while the backend fails, and leaves it where it was moved elsewhere, each with a word',
    async () => {
      const id = await schedule(THURSDAY);
      await pickUp('2031-01-16');
      fail(/^POST .*rpc\/move_posts/);
      await keys('{ArrowDown} ');
      await says('Nothing was changed. The database is full.');
      letGo();
      await lift('2031-01-16');
      await app.change(id, { scheduled_time: '2031-01-18T15:00:00Z' });
      await keys('{ArrowDown} ');
      await says('This post has since been moved to Jan 18, 2031, 10:00 AM EST, so it was left there.');
      await hasNot(chip('2031-01-23'));
    },
  );

  it.runIf(isFull)('says so where the post was published or deleted elsewhere', async () => {
    const id = await schedule('2031-01-18T15:00:00Z');
    await pickUp('2031-01-18');
    await app.change(id, { status: 'published' });
    await keys('{ArrowDown} ');
    await says('This post is now published, so it was not changed.');
    await app.change(id, { status: 'scheduled' });
    await pickUp('2031-01-18');
    await app.agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
    await keys('{ArrowDown} ');
    await says('This post was deleted elsewhere.', 'Scheduled Posts Timeline (0)');
  });
});
