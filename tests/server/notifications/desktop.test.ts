import { afterEach, beforeEach, expect, it } from 'vitest';
import { notifyDesktop } from '../../../server/notifications/desktop.ts';
import { type StandInDesktop, standInDesktop } from '../../helpers/stand-in-desktop.ts';

let standIn: StandInDesktop;

beforeEach(async () => {
  standIn = await standInDesktop();
});
afterEach(() => standIn.remove());

const notify = (title: string, body = 'Look at it.') =>
  notifyDesktop({ title, body, path: '/accounts' }, standIn.desktop);

it('hands title and body to notify-send', async () => {
  await notify('IG_Main needs you');
  expect(await standIn.shown()).toEqual([['--app-name=Local Agent', '--', 'IG_Main needs you', 'Look at it.']]);
});

it('leads to the screen by its address', async () => {
  const notification = { title: 'Your turn', body: 'A post is due.', path: '/your-turn?post=7' };
  await notifyDesktop(notification, { ...standIn.desktop, url: 'http://127.0.0.1:3001' });
  expect((await standIn.shown())[0]?.slice(2)).toEqual([
    'Your turn',
    'A post is due. http://127.0.0.1:3001/your-turn?post=7',
  ]);
});

it('lets no text be an option, a command, markup, or long', async () => {
  await notify('--urgency=critical $(touch /tmp/x)', `<b>a & b</b>\n"'; rm -rf ~ #`);
  await notify('🍞'.repeat(5_000));
  const [odd, long] = await standIn.shown();
  expect(odd?.slice(2)).toEqual(['urgency=critical $(touch /tmp/x)', `&lt;b&gt;a &amp; b&lt;/b&gt; "'; rm -rf ~ #`]);
  expect([...(long?.[2] ?? '')]).toHaveLength(200);
});

it('rejects where there is no such program, or it fails or hangs', async () => {
  const failing = await standInDesktop('exit 3');
  const hanging = await standInDesktop('read -r never');
  const notification = { title: 'a', body: 'b', path: '/' };
  try {
    const linux = { platform: 'linux', env: { PATH: '/nowhere' } } as const;
    await expect(notifyDesktop(notification, linux)).rejects.toThrow('ENOENT');
    await expect(notifyDesktop(notification, failing.desktop)).rejects.toThrow('Command failed');
    await expect(notifyDesktop(notification, hanging.desktop, 200)).rejects.toMatchObject({ killed: true });
  } finally {
    await Promise.all([failing.remove(), hanging.remove()]);
  }
});
