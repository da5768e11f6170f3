import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { scriptsInDocument } from '../../helpers/component/scripts.tsx';

const app = scriptsInDocument();
const { openWith, press } = app;

const stored = async () =>
  (await app.agent.admin.from('script_schedules').select('is_on, days, minute_of_day, every_minutes').throwOnError())
    .data;
const card = () => screen.getByRole('region', { name: 'Schedule' });

it('a script is scheduled, changed, switched off, and its schedule removed and brought back', async () => {
  await openWith({ name: 'Report' });
  await says('This script runs only when you start it.');

  await press('Schedule…');
  await app.user.click(await screen.findByRole('radio', { name: 'On some days of the week' }));
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await app.user.click(screen.getByRole('checkbox', { name: day }));
  await press('Save schedule');
  await waitFor(() => expect(card().textContent).toContain('Mondays at 09:00'));
  expect(card().textContent).toContain('Last runNot yet');
  expect(await stored()).toEqual([{ is_on: true, days: [1], minute_of_day: 540, every_minutes: null }]);

  await app.user.click(within(card()).getByRole('switch', { name: 'Runs by itself' }));
  await waitFor(() => expect(card().textContent).toContain('Next runOff'));
  expect(await stored()).toMatchObject([{ is_on: false }]);

  await press('Change…');
  await app.user.click(screen.getByRole('checkbox', { name: 'Monday' }));
  await press('Save schedule');
  await says('Choose at least one day.');
  await app.user.click(screen.getByRole('radio', { name: 'At an interval' }));
  await press('Save schedule');
  await waitFor(() => expect(card().textContent).toContain('Every hour'));
  expect(await stored()).toMatchObject([{ is_on: false, every_minutes: 60 }]);

  await press('Remove schedule');
  await says('Report no longer runs by itself');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Schedule…'));
  expect(await stored()).toEqual([]);
  await press('Undo');
  await waitFor(() => expect(card().textContent).toContain('Every hour'));
});
