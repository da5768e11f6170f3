import { AppError } from '../../errors.ts';
import type { Environment } from '../../system/environment.ts';
import type { Machine } from '../../system/machine.ts';
import { launchdService } from './launchd.ts';
import type { ServicePlan } from './plan.ts';
import type { RunProgram } from './run-program.ts';
import { noManager } from './service-messages.ts';
import { systemdService } from './systemd.ts';
import { taskSchedulerService } from './task-scheduler.ts';

export type ServiceState = {
  /** Is there one that `service install` made? */
  installed: boolean;
  /** Does the system start it by itself? */
  enabled: boolean;
  /** Has the system started it, and it runs? */
  running: boolean;
};

/** One service of one of the systems that start programs. */
export type Service = {
  manager: 'systemd' | 'launchd' | 'Task Scheduler';
  /** Where the definition lies: a file, or the name of a task. */
  place: string;
  definition: string;
  /** Does what is installed start this installation with this Node? False also where nothing is installed. */
  isCurrent(): Promise<boolean>;
  state(): Promise<ServiceState>;
  /**
   * Writes the definition and has it started with the machine; with `startNow` at once, too, anew where it runs. A
   * failure leaves no new definition. AppError conflict where something of another's stands in the place, unavailable
   * with the remedy where the manager refuses or is not there.
   */
  install(options: { startNow: boolean }): Promise<void>;
  /** Stops and removes what `install` made, and nothing else. False where there was nothing. */
  uninstall(): Promise<boolean>;
  /** What the person may still have to do so that it starts with the machine; null for nothing. */
  advice(): Promise<string | null>;
};

export type ServiceSurroundings = { machine: Machine; env: Environment; user: string; uid: number; run: RunProgram };

/** The service of this machine's own manager for a plan. AppError unavailable where the system has none that is known. */
export function serviceOf(plan: ServicePlan, surroundings: ServiceSurroundings): Service {
  const { platform } = surroundings.machine;
  if (platform === 'linux') return systemdService(plan, surroundings);
  if (platform === 'darwin') return launchdService(plan, surroundings);
  if (platform === 'win32') return taskSchedulerService(plan, surroundings);
  throw new AppError('unavailable', noManager(platform));
}
