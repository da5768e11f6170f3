import { AppError } from '../../errors.ts';
import type { Environment } from '../../system/environment.ts';
import type { Machine } from '../../system/machine.ts';
import type { RunProgram } from '../../system/run-program.ts';
import { launchdService } from './launchd.ts';
import type { ServicePlan } from './plan.ts';
import { noManager } from './service-messages.ts';
import { systemdService } from './systemd.ts';
import { taskSchedulerService } from './task-scheduler.ts';

export type ServiceState = {
  /** Whether a service made by `service install` exists. */
  installed: boolean;
  /** Whether the system starts it automatically. */
  enabled: boolean;
  /** Whether the system has started it and it is running. */
  running: boolean;
};

/** A service of one of the supported service managers. */
export type Service = {
  manager: 'systemd' | 'launchd' | 'Task Scheduler';
  /** Where the definition is: a file, or the name of a task. */
  place: string;
  definition: string;
  /** Whether the installed service starts this installation with this Node. False if nothing is installed. */
  isCurrent(): Promise<boolean>;
  state(): Promise<ServiceState>;
  /**
   * Writes the definition, so that the agent starts with the machine; with `startNow` also starts it now, or restarts
   * it if it runs. A failure leaves no new definition. AppError conflict if a foreign definition is in its place,
   * unavailable with the remedy if the manager refuses or is missing.
   */
  install(options: { startNow: boolean }): Promise<void>;
  /** Stops and removes only what `install` made. False if there was nothing. */
  uninstall(): Promise<boolean>;
  /** A further step that the user must take so that the agent starts with the machine, or null. */
  advice(): Promise<string | null>;
};

export type ServiceSurroundings = { machine: Machine; env: Environment; user: string; uid: number; run: RunProgram };

/** The service for a plan, with this machine's service manager. AppError unavailable if none is supported. */
export function serviceOf(plan: ServicePlan, surroundings: ServiceSurroundings): Service {
  const { platform } = surroundings.machine;
  if (platform === 'linux') return systemdService(plan, surroundings);
  if (platform === 'darwin') return launchdService(plan, surroundings);
  if (platform === 'win32') return taskSchedulerService(plan, surroundings);
  throw new AppError('unavailable', noManager(platform));
}
