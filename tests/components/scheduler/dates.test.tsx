import { fireEvent, screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { schedulerInDocument, THURSDAY } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = schedulerInDocument();
const { schedule, stored, addContent, openLists, press, pressInToast, choosePost } = app;

async function openDialog(item: 'Reschedule…' | 'Schedule…' | 'Schedule again…' = 'Reschedule…') {
  await openLists(item === 'Reschedule…' ? '' : '?tab=drafts');
  await choosePost(item);
  await says('Date and time in America/New_York.');
}

/** Enters a date and a time, as a picker does. */
function set(date: string, time: string) {
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: date } });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: time } });
}
async function enter(date: string, time: string, button = 'Move') {
  set(date, time);
  await press(button);
}
/** The status of each content, with those of its scheduled posts. */
async function statuses() {
  const { admin } = app.agent;
  const { data } = await admin.from('generated_content').select('status, scheduled_posts(status)').throwOnError();
  return data.map(({ status, scheduled_posts }) => [status, ...scheduled_posts.map((post) => post.status)]);
}

it('"Reschedule…" refuses what is empty, past, does not exist or has gone out, asks which of two moments is meant, and moves a post', async () => {
  const id = await schedule(THURSDAY);
  await openDialog();
  await enter('', '09:30');
  await says('Enter a date and a time.');
  await enter('2025-01-14', '09:30');
  await says('That time is in the past. Choose a later one.');
  await enter('2031-03-09', '02:30');
  await says('2:30 AM does not exist on Sunday, March 9, 2031 in America/New_York');
  await app.change(id, { status: 'publishing' });
  await enter('2031-06-02', '09:30');
  await says('This post is now publishing, so it was not changed.');
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2031-06-02');
  expect(await stored(id)).toBe(`publishing ${THURSDAY}`);
  await app.change(id, { status: 'scheduled' });
  set('2031-11-02', '01:30');
  await says('The clocks go back on this day', '1:30 AM EDT', '1:30 AM EST');
  await press('Nov 2, 2031, 1:30 AM EST', { role: 'radio' });
  await press('Move');
  await says('Moved to Nov 2, 2031, 1:30 AM EST', 'Scheduled for: Nov 2, 2031, 1:30 AM EST');
  expect(await stored(id)).toBe('scheduled 2031-11-02T06:30:00+00:00');
});

it('"Schedule…" is refused for a draft that was published or deleted elsewhere', async () => {
  const content = () => app.agent.admin.from('generated_content');
  await addContent({ status: 'draft' });
  await openDialog('Schedule…');
  await content().update({ status: 'published' }).not('id', 'is', null).throwOnError();
  await enter('2031-06-02', '09:30', 'Schedule');
  await says('This post is now published, so it was not changed.');
  expect(await statuses()).toEqual([['published']]);
  await content().delete().not('id', 'is', null).throwOnError();
  await press('Schedule');
  // By then the post is gone from the list; the dialog stays open to say so.
  await says('This post was deleted elsewhere.', 'Generated Content (0)');
  expect(screen.getByRole('dialog').textContent).toContain('This post was deleted elsewhere.');
  expect(await statuses()).toEqual([]);
});

it.runIf(isFull)(
  '"Schedule again…" puts a cancelled post back at the next free slot, which Undo takes back',
  async () => {
    const id = await schedule('2025-01-16T14:30:00+00:00', 'Sourdough', 'cancelled');
    await app.agent.admin.from('generated_content').update({ status: 'draft' }).not('id', 'is', null).throwOnError();
    await openDialog('Schedule again…');
    await says('This is the next free slot.');
    await press('Schedule');
    await says('Scheduled for');
    expect(await statuses()).toEqual([['scheduled', 'scheduled']]);
    expect(await stored(id)).not.toContain('2025');
    await pressInToast('Undo');
    await says('Post cancelled. Its text is kept as a draft.');
    expect(await statuses()).toEqual([['draft', 'cancelled']]);
  },
);
