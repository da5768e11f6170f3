import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { wakeAlarm } from '../../../../server/system/wake/alarm.ts';
import { openWaker } from '../../../../server/system/wake/waker.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

const at = (time: string) => Temporal.Instant.from(`2026-11-26T${time}Z`);

function alarmOn(platform: NodeJS.Platform, { isRoot = true, hasRealTimeClock = true } = {}) {
  const machine = { platform, home: '/home/ada', isRoot };
  return wakeAlarm({ machine, user: 'ada', zone: 'Europe/Berlin', hasRealTimeClock });
}

test.each([
  ['linux', true, '/usr/sbin/rtcwake -m no -t 1795683480', '/usr/sbin/rtcwake -m disable'],
  ['linux', false, 'sudo -n /usr/sbin/rtcwake -m no -t 1795683480', 'sudo -n /usr/sbin/rtcwake -m disable'],
  [
    'darwin',
    true,
    '/usr/bin/pmset schedule wake 11/26/26 09:58:00 local-agent',
    '/usr/bin/pmset schedule cancel wake 11/26/26 09:58:00 local-agent',
  ],
  ['win32', false, 'schtasks /Create /TN \\local-agent-wake /F /XML', 'schtasks /Delete /TN \\local-agent-wake /F'],
] as const)('is asked for on %s, as root %s, by the system’s own command', (platform, isRoot, set, cancel) => {
  const alarm = alarmOn(platform, { isRoot });
  const lines = [alarm?.set(at('08:58')), alarm?.cancel(at('08:58'))].map(
    (step) => step && [step.program, ...step.args].join(' '),
  );
  expect(lines).toEqual([set, cancel]);
});

test('needs a permission of exactly these commands, or none', () => {
  expect(alarmOn('linux', { isRoot: false })?.permit).toContain(
    'ada ALL=(root) NOPASSWD: /usr/sbin/rtcwake ^-m no -t [0-9]+$, /usr/sbin/rtcwake ^-m disable$',
  );
  const [, pattern = ''] = / (\^schedule[^']*)'/.exec(alarmOn('darwin', { isRoot: false })?.permit ?? '') ?? [];
  const allowed = (line: string) => new RegExp(pattern).test(line);
  const lines = ['schedule wake 11/26/26 09:58:00 local-agent', 'schedule cancel wake 11/26/26 09:58:00 local-agent'];
  expect([...lines, 'sleepnow', 'schedule wake 11/26/26 09:58:00 local-agent sleepnow'].map(allowed)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([alarmOn('linux')?.permit, alarmOn('win32', { isRoot: false })?.permit]).toEqual([null, null]);
  expect([alarmOn('linux', { hasRealTimeClock: false }), alarmOn('freebsd')]).toEqual([null, null]);
});

test('the task of Windows wakes the machine at the time, and goes by itself', () => {
  const { file } = alarmOn('win32')?.set(at('08:58')) ?? {};
  for (const part of [
    '<StartBoundary>2026-11-26T08:58:00Z</StartBoundary>',
    '<EndBoundary>2026-11-26T09:58:00Z</EndBoundary>',
    '<WakeToRun>true</WakeToRun>',
    '<DeleteExpiredTaskAfter>PT0S</DeleteExpiredTaskAfter>',
  ])
    expect(file).toContain(part);
});

test('follows what is due next, says why not, and takes back what was set', async () => {
  const calls: string[] = [];
  let [now, code] = [at('06:00'), 0];
  const waker = openWaker({
    dataDir: await testFolder(),
    alarm: alarmOn('darwin'),
    run: async (_, args) => ({
      code: calls.push(args.slice(1).join(' ')) ? code : 0,
      stdout: '',
      stderr: 'not permitted',
    }),
    now: () => now,
  });
  await waker.follow(at('09:00'));
  expect([calls, await waker.read()]).toEqual([[], { isOn: false, setFor: null, problem: null }]);

  await waker.switch(true);
  for (const due of ['09:00', '08:59:59.9', '08:00']) await waker.follow(at(due));
  const set = (time: string) => `wake 11/26/26 ${time}:00 local-agent`;
  expect(calls.splice(0)).toEqual([set('09:58'), `cancel ${set('09:58')}`, set('08:58')]);
  expect(await waker.read()).toMatchObject({ isOn: true, setFor: '2026-11-26T07:58:00Z' });

  // Nothing is changed just before the alarm or the post, nor after the post was published.
  for (const time of ['07:57:20', '07:58']) {
    now = at(time);
    await waker.follow(at('08:00'));
  }
  now = at('08:01');
  await waker.follow(null);
  expect(calls.splice(0)).toEqual([]);

  code = 1;
  await waker.follow(at('12:00'));
  expect(await waker.read()).toEqual({ isOn: true, setFor: null, problem: 'not permitted' });
  // A refusal is not retried every minute, because the system logs each one.
  await waker.follow(at('12:00'));
  expect(calls.splice(0)).toEqual([set('12:58')]);
  code = 0;
  now = at('09:01');
  await waker.follow(at('12:00'));
  expect(calls.splice(0)).toEqual([set('12:58')]);
  await waker.switch(false);
  expect([calls, await waker.read()]).toEqual([
    [`cancel ${set('12:58')}`],
    { isOn: false, setFor: null, problem: null },
  ]);
});
