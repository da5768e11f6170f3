import type { Temporal } from 'temporal-polyfill';
import type { Machine } from '../machine.ts';
import { windowsTask } from '../windows-task.ts';

/** A program to run. If `file` is given, the path of a file with that text is appended to the arguments. */
export type WakeStep = { program: string; args: readonly string[]; file?: string };

/** Wakes the machine at a given time, with this operating system's method. */
export type WakeAlarm = {
  method: 'rtcwake' | 'pmset' | 'Task Scheduler';
  set(time: Temporal.Instant): WakeStep;
  /** Cancels the alarm that was set for that time. */
  cancel(time: Temporal.Instant): WakeStep;
  /** A command that an administrator runs once to permit this user to set alarms; null if no permission is needed. */
  permit: string | null;
};

export type WakeSurroundings = {
  machine: Machine;
  user: string;
  /** The machine's own time zone. */
  zone: string;
  /** Whether the machine has a clock that runs during sleep, which containers lack. Linux only. */
  hasRealTimeClock: boolean;
  /** The Windows folder. */
  windows?: string | undefined;
};

/** Identifies our alarms to other programs and users. */
const OWNER = 'local-agent';
const TASK = '\\local-agent-wake';
const SUDOERS = '/etc/sudoers.d/local-agent-wake';

/** The alarm of this system; null if it has none. */
export function wakeAlarm(surroundings: WakeSurroundings): WakeAlarm | null {
  const { machine, hasRealTimeClock } = surroundings;
  if (machine.platform === 'linux') return hasRealTimeClock ? rtcAlarm(surroundings) : null;
  if (machine.platform === 'darwin') return pmsetAlarm(surroundings);
  if (machine.platform === 'win32') return taskAlarm(surroundings);
  return null;
}

/**
 * The machine's real-time clock, which has a single alarm. rtcwake(8): `-m no` sets it without suspending, `-m disable`
 * cancels it. Timers of systemd's user manager lack the privilege to wake (systemd.timer(5), WakeSystem=).
 */
function rtcAlarm({ machine, user }: WakeSurroundings): WakeAlarm {
  const rtcwake = '/usr/sbin/rtcwake';
  const as = asRoot(machine, rtcwake);
  return {
    method: 'rtcwake',
    set: (time) => as('-m', 'no', '-t', String(Math.floor(time.epochMilliseconds / 1000))),
    cancel: () => as('-m', 'disable'),
    permit: machine.isRoot ? null : permission(user, rtcwake, ['^-m no -t [0-9]+$', '^-m disable$']),
  };
}

/** pmset(1): `schedule [cancel] wake "MM/dd/yy HH:mm:ss" owner`, in the machine's local time, as root. */
function pmsetAlarm({ machine, user, zone }: WakeSurroundings): WakeAlarm {
  const pmset = '/usr/bin/pmset';
  const as = asRoot(machine, pmset);
  const local = (time: Temporal.Instant) => {
    const { year, month, day, ...at } = partsOf(time.toZonedDateTimeISO(zone));
    return `${two(month)}/${two(day)}/${two(year % 100)} ${at.clock}`;
  };
  return {
    method: 'pmset',
    set: (time) => as('schedule', 'wake', local(time), OWNER),
    cancel: (time) => as('schedule', 'cancel', 'wake', local(time), OWNER),
    permit: machine.isRoot ? null : permission(user, pmset, [`^schedule (cancel )?wake [0-9/]{8} [^ ]{8} ${OWNER}$`]),
  };
}

/**
 * A scheduled task that does nothing but wakes the machine. Users may create it without administrator rights.
 * https://learn.microsoft.com/en-us/windows/win32/taskschd/taskschedulerschema-waketorun-settingstype-element
 */
function taskAlarm({ user, windows }: WakeSurroundings): WakeAlarm {
  return {
    method: 'Task Scheduler',
    set: (time) => ({
      program: 'schtasks',
      args: ['/Create', '/TN', TASK, '/F', '/XML'],
      file: taskText(time, user, windows),
    }),
    cancel: () => ({ program: 'schtasks', args: ['/Delete', '/TN', TASK, '/F'] }),
    permit: null,
  };
}

function asRoot({ isRoot }: Machine, program: string) {
  return (...args: string[]): WakeStep =>
    isRoot ? { program, args } : { program: 'sudo', args: ['-n', program, ...args] };
}

/**
 * Permits exactly these arguments; a wildcard would also match additional ones. Regular expressions need sudo 1.9.10
 * (sudoers(5), "Regular expressions in command name and arguments").
 */
function permission(user: string, program: string, patterns: readonly string[]): string {
  const commands = patterns.map((pattern) => `${program} ${pattern}`).join(', ');
  return `echo '${user} ALL=(root) NOPASSWD: ${commands}' | sudo tee ${SUDOERS} && sudo chmod 440 ${SUDOERS} && sudo visudo -c`;
}

function taskText(time: Temporal.Instant, user: string, windows: string | undefined): string {
  const at = (moment: Temporal.Instant) => moment.toString({ smallestUnit: 'second' });
  return windowsTask({
    description: 'Local Agent: wakes this computer for a post.',
    triggers: `<TimeTrigger>
      <StartBoundary>${at(time)}</StartBoundary>
      <EndBoundary>${at(time.add({ hours: 1 }))}</EndBoundary>
    </TimeTrigger>`,
    settings: `<WakeToRun>true</WakeToRun>
    <DeleteExpiredTaskAfter>PT0S</DeleteExpiredTaskAfter>`,
    user,
    windows,
    program: 'cmd.exe',
    parameters: '/c exit',
  });
}

function partsOf(time: Temporal.ZonedDateTime) {
  const { year, month, day } = time;
  return { year, month, day, clock: time.toPlainTime().toString({ smallestUnit: 'second' }) };
}

const two = (number: number) => String(number).padStart(2, '0');
