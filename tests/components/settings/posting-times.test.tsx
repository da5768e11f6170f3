import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = settingsInDocument();
const { openWith, press, stored } = app;

async function add(day: string, time: string) {
  fireEvent.change(screen.getByLabelText(`Time on ${day}`), { target: { value: time } });
  await press(`Add the time on ${day}`);
}
const has = (times: number[]) => waitFor(async () => expect((await stored()).posting_times).toEqual(times));

const accounts = () => app.agent.admin.from('social_accounts');
const hasOwn = (times: number[] | null) =>
  waitFor(async () =>
    expect((await accounts().select('posting_times').single().throwOnError()).data.posting_times).toEqual(times),
  );

it('posting times are added, refused where too close, removed, and brought back', async () => {
  await openWith({ timezone: 'Europe/Paris', posting_hours_start: 9, posting_hours_end: 17 });
  await says('posts are spread evenly over your posting hours, 09:00 to 17:00');
  await add('Monday', '09:00');
  await has([1980]);
  await says('New posts go to the next free one of these times (Europe/Paris)');
  expect(document.activeElement).toBe(screen.getByLabelText('Time on Monday'));
  await add('Monday', '09:20');
  await says('Posts keep half an hour apart, and 09:00 is closer.');
  await add('Monday', '12:30');
  await has([1980, 2190]);

  await press('Remove 09:00 on Monday');
  await has([2190]);
  await press('Remove all times');
  await has([]);
  await press('Undo');
  await has([2190]);
});

it.runIf(isFull)('posting times are copied to other days, and an account has its own', async () => {
  await accounts().insert({ platform: 'bluesky', account_label: 'bakery' }).throwOnError();
  await openWith({ timezone: 'Europe/Paris', posting_times: [1980, 2190] });
  await press('Copy the times of Monday');
  await press('Monday to Friday', { role: 'menuitem' });
  await says('Copied the times of Monday');
  await waitFor(async () => expect((await stored()).posting_times).toHaveLength(10));
  await press('Undo');
  await has([1980, 2190]);

  await app.choose('Whose times', 'bakery · Bluesky');
  await says('Uses the times of all accounts.');
  await add('Tuesday', '18:00');
  await says('New posts for this account go to the next free one of these times');
  await hasOwn([3960]);
  await press('Remove its own times');
  await hasOwn(null);
  await has([1980, 2190]);
});
