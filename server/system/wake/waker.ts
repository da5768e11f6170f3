import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { writePrivateFile } from '../../files/private-file.ts';
import { environment } from '../environment.ts';
import { thisMachine } from '../machine.ts';
import { outputOf, type RunProgram, runProgram } from '../run-program.ts';
import { type WakeAlarm, type WakeStep, wakeAlarm } from './alarm.ts';

const FILE = 'wake.json';
/** How long before a post the machine is woken. It is online within a minute. */
const AHEAD_MINUTES = 2;
/** No new alarm is set for a post that is due sooner, because the machine is awake anyway. */
const SOON_MINUTES = 3;
/** Times that differ by less count as the same, because the offset between two clocks varies slightly. */
const SAME_SECONDS = 30;
/** How long a refused alarm is not retried, because each refusal adds an entry to the system's log. */
const REFUSED_MINUTES = 60;

const keptSchema = z.object({ isOn: z.boolean(), setFor: z.iso.datetime({ offset: true }).nullable() });
type Kept = z.infer<typeof keptSchema>;
const OFF: Kept = { isOn: false, setFor: null };

export type WakerDeps = { dataDir: string; alarm: WakeAlarm | null; run: RunProgram; now(): Temporal.Instant };

/** Lets the operating system wake this machine for the next due post. */
export type Waker = {
  alarm: WakeAlarm | null;
  read(): Promise<Kept & { problem: string | null }>;
  /** Switches waking on, or off, which also cancels the alarm. */
  switch(isOn: boolean): Promise<void>;
  /** If waking is on, sets the alarm for a post due at `due`, by this machine's clock; null cancels it. */
  follow(due: Temporal.Instant | null): Promise<void>;
};

/** This machine's waker for a data directory. */
export function machineWaker(dataDir: string): Waker {
  const alarm = wakeAlarm({
    machine: thisMachine(),
    user: userInfo().username,
    zone: Temporal.Now.timeZoneId(),
    hasRealTimeClock: existsSync('/sys/class/rtc/rtc0/wakealarm'),
    windows: environment().SystemRoot,
  });
  return openWaker({ dataDir, alarm, run: runProgram, now: Temporal.Now.instant });
}

export function openWaker({ dataDir, alarm, run, now }: WakerDeps): Waker {
  const path = join(dataDir, FILE);
  /** Why the latest step failed; null if it succeeded. */
  let problem: string | null = null;
  let refused: { due: Temporal.Instant; at: Temporal.Instant } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one change at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  const read = async (): Promise<Kept> => {
    // A missing or damaged file means off.
    const kept: unknown = await readFile(path, 'utf8')
      .then(JSON.parse, () => null)
      .catch(() => null);
    return keptSchema.safeParse(kept).data ?? OFF;
  };
  const keep = (kept: Kept) => writePrivateFile(path, JSON.stringify(kept));
  const cancel = async ({ setFor }: Kept) => {
    if (!alarm || setFor === null || Temporal.Instant.compare(setFor, now()) <= 0) return;
    await perform(alarm.cancel(Temporal.Instant.from(setFor)), run);
  };
  return {
    alarm,
    read: async () => ({ ...(await read()), problem }),
    switch: (isOn) =>
      inTurn(async () => {
        const kept = await read();
        if (!isOn) await cancel(kept);
        problem = null;
        refused = null;
        await keep({ isOn, setFor: isOn ? kept.setFor : null });
      }),
    follow: (due) =>
      inTurn(async () => {
        const kept = await read();
        if (!kept.isOn || !alarm) return;
        const ahead = due?.subtract({ minutes: AHEAD_MINUTES }) ?? null;
        if (isSame(ahead, kept.setFor === null ? null : Temporal.Instant.from(kept.setFor))) return;
        const isSoon = due !== null && due.since(now()).total('minutes') <= SOON_MINUTES;
        const wanted = isSoon ? null : ahead;
        if (refused && isSame(due, refused.due) && now().since(refused.at).total('minutes') < REFUSED_MINUTES) return;
        // An alarm that has fired, or was not set, needs no cancelling.
        if (wanted === null && (kept.setFor === null || Temporal.Instant.compare(kept.setFor, now()) <= 0)) return;
        await cancel(kept);
        problem = wanted === null ? null : await perform(alarm.set(wanted), run);
        refused = problem !== null && due ? { due, at: now() } : null;
        const setFor = problem === null && wanted ? wanted.toString({ smallestUnit: 'second' }) : null;
        await keep({ isOn: true, setFor });
      }),
  };
}

function isSame(one: Temporal.Instant | null, other: Temporal.Instant | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(one.since(other).total('seconds')) < SAME_SECONDS;
}

/** Runs a step. Resolves with null on success, otherwise with the reason. */
async function perform({ program, args, file }: WakeStep, run: RunProgram): Promise<string | null> {
  const folder = file === undefined ? null : await mkdtemp(join(tmpdir(), 'local-agent-wake-'));
  try {
    const path = folder && join(folder, 'task.xml');
    if (path) await writeFile(path, `\uFEFF${file}`, 'utf16le');
    const answer = await run(program, path ? [...args, path] : args);
    return answer.code === 0 ? null : outputOf(answer);
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}
