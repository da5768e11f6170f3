import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosPlatform } from '../platforms.ts';
import { AGENT_HEADER, type Machine } from './machine.ts';
import type { Project } from './project.ts';

/** How soon another agent must publish in place of a silent one, in milliseconds. */
const TAKE_OVER_LIMIT_MS = 180_000;
const LOOK_MS = 1_000;
/** How long an agent stays away after it was replaced, and how long one that wakes up is watched, in milliseconds. */
const REPLACED_MS = 10_000;
const WATCHED_MS = 20_000;
/** In milliseconds: some of a command's requests to the project get lost, and the other agents may just be starting. */
const LIST_LIMIT_MS = 120_000;

type Deps = {
  project: Project;
  machines: readonly Machine[];
  platforms: readonly ChaosPlatform[];
  happened(what: string): void;
  /** Errors are added here. */
  faults: string[];
};

/** Agents that are killed, briefly frozen, or away until another has their channels. At least one always stays. */
export function openAbsences({ project, machines, platforms, happened, faults }: Deps) {
  const busy = new Set<Machine>();
  const under = new Set<Promise<void>>();
  const takeOvers: number[] = [];

  const channelsOf = async ({ id }: Machine): Promise<number> =>
    (await project.admin.from('channels').select('account_id').eq('agent_id', id).throwOnError()).data.length;
  const sentBy = ({ name }: Machine) => platforms.reduce((sum, one) => sum + one.madeWith(AGENT_HEADER, name), 0);

  const again = async (machine: Machine) => {
    const broken = await machine.start();
    for (let n = 0; n < broken; n += 1) happened('start broken');
  };

  const killed = async (machine: Machine, isAged: boolean) => {
    await machine.kill();
    if (isAged) {
      await machine.ageSession();
      happened('session renewed');
    }
    await again(machine);
  };

  const frozen = async (machine: Machine, ms: number) => {
    machine.freeze();
    await delay(ms);
    machine.wake();
  };

  /** Waits until another agent posts to all of its channels. */
  const replaced = async (machine: Machine, since: number) => {
    for (;;) {
      const tookMs = (await project.now()) - since;
      if ((await channelsOf(machine)) === 0) return void takeOvers.push(Math.round(tookMs / 1000));
      if (tookMs > TAKE_OVER_LIMIT_MS) return void faults.push(`${machine.name} was not replaced within 3 minutes`);
      await delay(LOOK_MS);
    }
  };

  /** The state of an absent agent, as another agent's command lists it. */
  const stateOf = async (machine: Machine): Promise<string> => {
    const until = Date.now() + LIST_LIMIT_MS;
    while (Date.now() < until) {
      const other = machines.find((one) => one !== machine && one.isUp);
      const listed = await other?.list().catch(() => null);
      if (listed) return listed.find(({ id }) => id === machine.id)?.state ?? 'unknown';
      await delay(LOOK_MS);
    }
    return 'nothing, since no agent answered,';
  };

  /** An agent without a channel must not send anything. */
  const watched = async (machine: Machine, before: number) => {
    const until = Date.now() + WATCHED_MS;
    while (Date.now() < until) {
      const more = sentBy(machine) - before;
      if ((await channelsOf(machine)) > 0) return;
      if (more > 0) return void faults.push(`${machine.name} woke up, and sent ${more} times`);
      await delay(LOOK_MS);
    }
    happened('watched after sleep');
  };

  const away = async (machine: Machine, isAsleep: boolean) => {
    happened(isAsleep ? 'sleep for long' : 'down for long');
    const since = await project.now();
    if (isAsleep) machine.freeze();
    else await machine.kill();
    await replaced(machine, since);
    const state = await stateOf(machine);
    if (state !== 'silent') faults.push(`${machine.name} is listed as ${state} while it is away`);
    await delay(REPLACED_MS);
    if (!isAsleep) return again(machine);
    const before = sentBy(machine);
    machine.wake();
    await watched(machine, before);
  };

  return {
    takeOvers,
    /** Starts an absence if an agent can be spared; returns whether it did. */
    async begin(what: 'kill' | 'freeze' | 'away', pick: <T>(list: readonly T[]) => T, ms: number): Promise<boolean> {
      const free = machines.filter((machine) => !busy.has(machine));
      if (free.length === 0 || (what !== 'kill' && free.length < 2)) return false;
      const machine = pick(free);
      const [isAged, isAsleep] = [pick([true, false]), pick([true, false])];
      if (what === 'away' && (await channelsOf(machine)) === 0) return false;
      busy.add(machine);
      const work =
        what === 'kill' ? killed(machine, isAged) : what === 'freeze' ? frozen(machine, ms) : away(machine, isAsleep);
      const over = work
        .catch((error: Error) => void faults.push(`${what} of ${machine.name}: ${error.message}`))
        .finally(() => {
          busy.delete(machine);
          under.delete(over);
        });
      under.add(over);
      return true;
    },
    /** Waits until all are back. */
    over: async () => void (await Promise.all(under)),
  };
}
