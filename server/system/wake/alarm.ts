import type { Temporal } from 'temporal-polyfill';
import type { Machine } from '../machine.ts';
import { windowsTask } from '../windows-task.ts';

/** A step of setting or cancelling: a program, and a file with this text whose path is appended where it has one. */
export type WakeStep = { program: string; args: readonly string[]; file?: string };

/** How this system wakes the machine at a time. */
export type WakeAlarm = {
  method: 'rtcwake' | 'pmset' | 'Task Scheduler';
  set(time: Temporal.Instant): WakeStep;
  /** Takes back what was set for that time. */
  cancel(time: Temporal.Instant): WakeStep;
  /** A command for an administrator, run once, that permits this user to do so; null where none is needed. */
  permit: string | null;
};

export type WakeSurroundings = {
  machine: Machine;
  user: string;
  /** Of the machine's own clock. */
  zone: string;
  /** Whether the machine has a clock that runs while it sleeps: not in a container. Linux only. */
  hasRealTimeClock: boolean;
  /** The folder of Windows. */
  windows?: string | undefined;
};

/** By which other programs, and people, see whose alarm it is. */
const OWNER = 'local-agent';
const TASK = '\\local-agent-wake';
const SUDOERS = '/etc/sudoers.d/local-agent-wake';

/** The alarm of this system; null where there is none. */
export function wakeAlarm(surroundings: WakeSurroundings): WakeAlarm | null {
  const { machine, hasRealTimeClock } = surroundings;
  if (machine.platform === 'linux') return hasRealTimeClock ? rtcAlarm(surroundings) : null;
  if (machine.platform === 'darwin') return pmsetAlarm(surroundings);
  if (machine.platform === 'win32') return taskAlarm(surroundings);
  return null;
}

/**
 * The clock of the machine's board, which has one alarm. rtcwake(8): `-m no` sets it and does not suspend, `-m disable`
 * takes it back. Timers of systemd's user manager lack the privilege to wake (systemd.timer(5), WakeSystem=).
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
 * A task that does nothing and wakes the machine for it, which a user may make without an administrator.
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
 * Permits exactly these arguments: a wildcard would match further ones, too. Regular expressions need sudo 1.9.10
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
