import { fireEvent, screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = schedulerInDocument();
const { schedule, openLists, press, pressInToast } = app;

/** All scheduled posts, the earliest first: "scheduled 2031-01-16T14:30". */
async function times(): Promise<string[]> {
  const { data } = await app.agent.admin
    .from('scheduled_posts')
    .select('scheduled_time, status')
    .order('scheduled_time')
    .throwOnError();
  return data.map(({ scheduled_time, status }) => `${status} ${scheduled_time.slice(0, 16)}`);
}
const dialog = () => screen.getByRole('dialog');
const chooseFile = async (...lines: string[]) => {
  const input = dialog().querySelector('input[type=file]') as HTMLInputElement;
  await app.user.upload(input, new File([lines.join('\n')], 'posts.csv', { type: 'text/csv' }));
};

describe('a file of posts', () => {
  it('is shown with its errors by line, corrected, imported and taken back', async () => {
    await openLists();
    await press('Import posts');
    await says('Choose a CSV file with one post per line.', 'Download an example');
    await chooseFile(
      'date,time,text,platforms,notes',
      '2031-01-16,9:30,Warm bread,facebook,x',
      '2031-01-17,25:00,Rye,myspace,',
    );
    await says(
      '2 errors. Correct them in the file, then choose the file again.',
      'Line 3, time: "25:00" is not a time that can be read. Write it as 14:30.',
      'Line 3, platforms: There is no platform "myspace".',
      'Not imported: notes',
    );
    await chooseFile('16/01/2031 09:30,Warm bread,', '04/03/2031 09:30,More bread,');
    await says('Where should lines without a platform be posted?');
    await press('LinkedIn', { role: 'checkbox' });
    await says('2 posts to schedule. Times in America/New_York.', 'Mar 4, 2031, 9:30 AM EST · LinkedIn');
    await press('Import 2 posts');
    await says('Imported 2 posts', 'Scheduled Posts Timeline (2)');
    expect(await times()).toEqual(['scheduled 2031-01-16T14:30', 'scheduled 2031-03-04T14:30']);
    await pressInToast('Undo');
    await says('Import undone. The posts are in the Bin.', 'No content generated yet');
    expect(await times()).toEqual([]);
  });

  it.runIf(isFull)('goes to the accounts that are chosen', async () => {
    const [bakery] = [await app.addAccount('facebook', 'Bakery'), await app.addAccount('facebook', 'Cake shop')];
    await openLists();
    await press('Import posts');
    await says('Choose a CSV file');
    await chooseFile('date,time,text,platforms', '2031-01-16,9:30,Warm bread,facebook');
    await press('Only these accounts', { role: 'radio' });
    await says('EST · Bakery (Facebook), Cake shop (Facebook)');
    await press(/Cake shop/, { role: 'checkbox', inside: dialog() });
    await says('Jan 16, 2031, 9:30 AM EST · Bakery (Facebook) Warm bread');
    await press('Import 1 post');
    await says('Imported 1 post');
    const { data } = await app.agent.admin.from('generated_content').select('account_ids').throwOnError();
    expect(data).toEqual([{ account_ids: [bakery] }]);
  });
});

describe('several posts', () => {
  it('are ticked with Shift, moved and cancelled, each with one Undo', async () => {
    for (const day of [10, 11, 12]) await schedule(`2031-01-${day}T14:30:00Z`, `Loaf ${day}`);
    await schedule('2031-01-13T14:30:00Z', 'On its way', 'publishing');
    await openLists();
    await says('Scheduled for: Jan 13');
    const before = await times();
    await press('Select');
    const boxes = () => screen.getAllByRole('checkbox');
    await app.user.click(boxes()[0] as HTMLElement);
    await says('1 selected');
    fireEvent.click(boxes()[3] as HTMLElement, { shiftKey: true });
    await says('4 selected');
    await press('Move…');
    await says('Move 3 posts', 'Not changed: 1 publishing.', 'By days and hours');
    await press('Move');
    await says('Moved 3 posts');
    const moved = [11, 12, 13].map((day) => `scheduled 2031-01-${day}T14:30`);
    expect((await times()).sort()).toEqual(['publishing 2031-01-13T14:30', ...moved]);
    await pressInToast('Undo');
    await says('Moved 3 posts back');
    expect(await times()).toEqual(before);

    await app.user.click(boxes()[0] as HTMLElement);
    await press('Cancel posts…');
    await says('Cancel 1 post?', 'Their texts are kept as drafts.');
    // Another window moves the post before this one has reloaded it: Undo must not restore the outdated time.
    const elsewhere = { scheduled_time: '2031-01-09T14:30:00Z' };
    await app.agent.admin.from('scheduled_posts').update(elsewhere).eq('scheduled_time', '2031-01-10T14:30:00Z');
    await press('Cancel posts');
    await says('Cancelled 1 post. Its text is kept as a draft.');
    await pressInToast('Undo');
    await says('Scheduled 1 post again');
    expect(await times()).toEqual(['scheduled 2031-01-09T14:30', ...before.slice(1)]);
  });
});
