import { dirname, posix } from 'node:path';
import { AppError } from '../../errors.ts';
import { userConfigDirectory } from '../../system/machine.ts';
import { outputOf, type ProgramResult } from '../../system/run-program.ts';
import type { ServicePlan } from './plan.ts';
import type { Service, ServiceSurroundings } from './service.ts';
import { serviceFile } from './service-file.ts';
import { LINGER, MADE_BY, noSystemd, systemdRefused } from './service-messages.ts';

/** Restart delay after a failure: a port in use often remains in use for a while. */
const RESTART_SECONDS = 15;
/** Longer than the agent takes to stop its database and browsers. */
const STOP_SECONDS = 30;

/**
 * A systemd unit of the user's manager or, for root, the system's. Its standard output is discarded, since the banner
 * may contain the one-time set-up link; errors go to the journal.
 */
export function systemdService(plan: ServicePlan, { machine, env, user, run }: ServiceSurroundings): Service {
  const unit = `${plan.name}.service`;
  const folder = machine.isRoot
    ? '/etc/systemd/system'
    : posix.join(dirname(userConfigDirectory(env, machine)), 'systemd/user');
  const path = posix.join(folder, unit);
  const file = serviceFile(path);
  const definition = unitText(plan, machine.isRoot);
  const scope = machine.isRoot ? ['--system'] : ['--user'];
  const systemctl = (...args: string[]) => run('systemctl', [...scope, ...args]);
  const must = async (...args: string[]) => {
    const answer = await systemctl(...args);
    if (answer.code !== 0) throw new AppError('unavailable', systemdRefused(args.join(' '), outputOf(answer)));
  };
  const assertThere = async () => {
    const answer = await systemctl('show', '--property=Version');
    if (answer.code !== 0) throw new AppError('unavailable', noSystemd(outputOf(answer), plan.command));
  };
  const says = ({ code, stdout }: ProgramResult, ...words: string[]) => code === 0 && words.includes(stdout.trim());

  return {
    manager: 'systemd',
    place: path,
    definition,
    isCurrent: async () => (await file.read())?.includes(execStart(plan.command.slice(0, 3))) ?? false,
    async state() {
      const installed = (await file.read()) !== null;
      if (!installed) return { installed, enabled: false, running: false };
      const [enabled, active] = await Promise.all([systemctl('is-enabled', unit), systemctl('is-active', unit)]);
      return { installed, enabled: says(enabled, 'enabled'), running: says(active, 'active') };
    },
    async install({ startNow }) {
      await assertThere();
      const before = await file.read();
      await file.write(definition);
      try {
        await must('daemon-reload');
        await must('enable', unit);
        if (startNow) await must('restart', unit);
      } catch (error) {
        if (before === null) await systemctl('disable', unit);
        await file.putBack(before);
        await systemctl('daemon-reload');
        throw error;
      }
    },
    async uninstall() {
      if ((await file.read()) === null) return false;
      await assertThere();
      await must('disable', '--now', unit);
      await file.remove();
      await must('daemon-reload');
      return true;
    },
    async advice() {
      if (machine.isRoot) return null;
      const { code, stdout } = await run('loginctl', ['show-user', user, '--property=Linger', '--value']);
      return code === 0 && stdout.trim() === 'yes' ? null : LINGER;
    },
  };
}

function unitText({ command, environment }: ServicePlan, isSystem: boolean): string {
  const variables = Object.entries(environment).map(([name, value]) => `Environment=${word(`${name}=${value}`)}`);
  return [
    `# ${MADE_BY}`,
    '[Unit]',
    'Description=Local Agent: makes, schedules and publishes posts',
    ...(isSystem ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    '',
    '[Service]',
    `${execStart(command)}`,
    ...variables,
    'Restart=on-failure',
    `RestartSec=${RESTART_SECONDS}`,
    // Sends SIGTERM only to the agent, which stops its database and browsers in order.
    'KillMode=mixed',
    `TimeoutStopSec=${STOP_SECONDS}`,
    'StandardOutput=null',
    'UMask=0077',
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n');
}

/** `:` prevents variable expansion; systemd before 244 does not support it. */
function execStart(command: readonly string[]): string {
  const isLiteral = command.some((part) => part.includes('$'));
  return `ExecStart=${isLiteral ? ':' : ''}${command.map(word).join(' ')}`;
}

/** Quotes a word as in systemd.syntax(7); `%` starts a specifier. */
function word(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;
}
