import { describe, expect, it } from 'vitest';
import { axeViolations, byRole, waitForText } from '../helpers/browser.ts';
import { calendarScreen, THURSDAY } from '../helpers/calendar-screen.ts';

const screen = calendarScreen();
const { schedule, timeOf, open } = screen;

describe('a date and a time', () => {
  async function openDialog(list: 'timeline' | 'generated-content' = 'timeline', item = 'Reschedule…') {
    await open('Month');
    await byRole(screen.page, 'button', 'List').click();
    await screen.page.locator(`#${list} li button[aria-haspopup=menu]`).click();
    await byRole(screen.page, 'menuitem', item).click();
    await waitForText(screen.page, 'Date and time in America/New_York.');
  }
  /** As a picker sets it: the native setter, and the event that React listens to. */
  const set = (type: 'date' | 'time', value: string) =>
    screen.page.$eval(
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
    await byRole(screen.page, 'button', button).click();
  }

  it('of "Reschedule…" move a post', async () => {
    const id = await schedule(THURSDAY);
    await openDialog();
    expect(await axeViolations(screen.page)).toEqual([]);
    await enter('2031-06-02', '09:30');
    await waitForText(screen.page, 'Moved to Jun 2, 2031, 9:30 AM EDT', 'Scheduled for: Jun 2, 2031, 9:30 AM EDT');
    expect(await timeOf(id)).toBe('2031-06-02T13:30:00+00:00');
  });

  it('that are empty, past or do not exist are refused, and of two it is asked which is meant', async () => {
    const id = await schedule(THURSDAY);
    await openDialog();
    await enter('', '09:30');
    await waitForText(screen.page, 'Enter a date and a time.');
    await enter('2025-01-14', '09:30');
    await waitForText(screen.page, 'That time is in the past. Choose a later one.');
    await enter('2031-03-09', '02:30');
    await waitForText(screen.page, '2:30 AM does not exist on Sunday, March 9, 2031 in America/New_York');
    await set('date', '2031-11-02');
    await set('time', '01:30');
    await waitForText(screen.page, 'The clocks go back on this day', '1:30 AM EDT', '1:30 AM EST');
    await byRole(screen.page, 'radio', 'Nov 2, 2031, 1:30 AM EST').click();
    await byRole(screen.page, 'button', 'Move').click();
    await waitForText(screen.page, 'Moved to Nov 2, 2031, 1:30 AM EST');
    expect(await timeOf(id)).toBe('2031-11-02T06:30:00+00:00');
  });

  it('of a post that was published meanwhile says so and keeps what was entered', async () => {
    const id = await schedule(THURSDAY);
    await openDialog();
    await screen.agent.admin.from('scheduled_posts').update({ status: 'publishing' }).eq('id', id).throwOnError();
    await enter('2031-06-02', '09:30');
    await waitForText(screen.page, 'This post is now publishing, so it was not changed.');
    expect(await screen.page.$eval('input[type=date]', (input) => input.value)).toBe('2031-06-02');
    expect(await timeOf(id)).toBe(THURSDAY);
  });

  it('of "Schedule…" give a draft its place in the timeline, by keyboard alone', async () => {
    const made = await screen.agent.admin
      .from('generated_content')
      .insert({ content_type: 'text', caption: 'Rye' })
      .select('id')
      .single()
      .throwOnError();
    await open('Month');
    await byRole(screen.page, 'button', 'List').click();
    await screen.page.focus('#generated-content li button[aria-haspopup=menu]');
    await screen.page.keyboard.press('Enter');
    await screen.page.waitForFunction(() => document.activeElement?.textContent === 'Schedule…');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Date and time in America/New_York.');
    expect(await axeViolations(screen.page)).toEqual([]);
    await screen.page.focus('input[type=date]');
    await screen.page.keyboard.type('01142025');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'That time is in the past. Choose a later one.');
    // A year that is typed on is no crash: the field takes four figures.
    await screen.page.keyboard.type('20315');
    await set('date', '2031-06-02');
    await set('time', '09:30');
    await screen.page.keyboard.press('Enter');
    const time = 'Jun 2, 2031, 9:30 AM EDT';
    await waitForText(screen.page, `Scheduled for ${time}`, `Scheduled for: ${time}`);
    const { data } = await screen.agent.admin
      .from('scheduled_posts')
      .select('status, scheduled_time, generated_content(status)')
      .eq('content_id', made.data.id)
      .throwOnError();
    const scheduled_time = '2031-06-02T13:30:00+00:00';
    expect(data).toEqual([{ status: 'scheduled', scheduled_time, generated_content: { status: 'scheduled' } }]);
    await byRole(screen.page, 'button', 'Undo').click();
    await waitForText(screen.page, 'Removed from the schedule. The post is a draft again.', 'No scheduled posts yet');
    const after = await screen.agent.admin
      .from('generated_content')
      .select('status, scheduled_posts(id)')
      .throwOnError();
    expect(after.data).toEqual([{ status: 'draft', scheduled_posts: [] }]);
  });

  it('of "Schedule…" are not undone once the post was moved elsewhere', async () => {
    const content = { content_type: 'text' as const, caption: 'Rye' };
    await screen.agent.admin.from('generated_content').insert(content).throwOnError();
    await openDialog('generated-content', 'Schedule…');
    await enter('2031-06-02', '09:30', 'Schedule');
    await waitForText(screen.page, 'Scheduled for Jun 2, 2031');
    const moved = { scheduled_time: '2031-07-01T12:00:00Z' };
    await screen.agent.admin.from('scheduled_posts').update(moved).not('id', 'is', null).throwOnError();
    await byRole(screen.page, 'button', 'Undo').click();
    await waitForText(screen.page, 'This post has since been moved or deleted elsewhere', 'Jul 1, 2031');
  });

  it.each([
    [
      'published',
      () => screen.agent.admin.from('generated_content').update({ status: 'published' }).not('id', 'is', null),
      'This post is now published, so it was not changed.',
    ],
    [
      'deleted',
      () => screen.agent.admin.from('generated_content').delete().not('id', 'is', null),
      'This post was deleted elsewhere.',
    ],
  ])('of "Schedule…" are refused for a draft that was %s elsewhere', async (_what, change, refusal) => {
    const content = { content_type: 'text' as const, caption: 'Rye' };
    await screen.agent.admin.from('generated_content').insert(content).throwOnError();
    await openDialog('generated-content', 'Schedule…');
    await change().throwOnError();
    await enter('2031-06-02', '09:30', 'Schedule');
    await waitForText(screen.page, refusal);
    expect((await screen.agent.admin.from('scheduled_posts').select('id').throwOnError()).data).toEqual([]);
  });

  it('of "Schedule again…" put a cancelled post back', async () => {
    const id = await schedule('2025-01-16T14:30:00+00:00', 'Sourdough', 'cancelled');
    await screen.agent.admin.from('generated_content').update({ status: 'draft' }).not('id', 'is', null).throwOnError();
    await openDialog('timeline', 'Schedule again…');
    await enter('2025-01-14', '09:30', 'Schedule');
    await waitForText(screen.page, 'That time is in the past. Choose a later one.');
    await enter('2031-06-02', '09:30', 'Schedule');
    await waitForText(screen.page, 'Scheduled for Jun 2, 2031, 9:30 AM EDT');
    expect(await timeOf(id)).toBe('2031-06-02T13:30:00+00:00');
    const statuses = 'status, generated_content(status)';
    const { data } = await screen.agent.admin
      .from('scheduled_posts')
      .select(statuses)
      .eq('id', id)
      .single()
      .throwOnError();
    expect(data).toEqual({ status: 'scheduled', generated_content: { status: 'scheduled' } });
    await byRole(screen.page, 'button', 'Undo').click();
    await waitForText(screen.page, 'Post cancelled. Its text is kept as a draft.');
    const undone = await screen.agent.admin
      .from('scheduled_posts')
      .select(statuses)
      .eq('id', id)
      .single()
      .throwOnError();
    expect(undone.data).toEqual({ status: 'cancelled', generated_content: { status: 'draft' } });
  });
});
