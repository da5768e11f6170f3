import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { outputOf, type ProgramResult } from '../../system/run-program.ts';
import { windowsTask } from '../../system/windows-task.ts';
import { xml } from '../../system/xml.ts';
import type { ServicePlan } from './plan.ts';
import type { Service, ServiceSurroundings } from './service.ts';
import { MADE_BY, notOurs, schtasksRefused } from './service-messages.ts';

/**
 * A task of Windows' Task Scheduler that starts when the user logs on, in their session, where login windows are
 * visible; conhost hides Node's console.
 */
export function taskSchedulerService(plan: ServicePlan, { env, user, run }: ServiceSurroundings): Service {
  const { name } = plan;
  const place = `\\${name}`;
  const definition = taskText(plan, env.USERDOMAIN ? `${env.USERDOMAIN}\\${user}` : user, env.SystemRoot);
  const schtasks = (...args: string[]) => run('schtasks', args);
  const must = async (...args: string[]) => {
    const answer = await schtasks(...args);
    if (answer.code !== 0) throw new AppError('unavailable', schtasksRefused(args[0] ?? '', outputOf(answer)));
  };
  /** The task's XML, or null. */
  const read = async () => {
    const { code, stdout } = await schtasks('/Query', '/TN', place, '/XML');
    if (code !== 0) return null;
    const text = stdout.replaceAll('\0', '');
    if (!text.includes(MADE_BY)) throw new AppError('conflict', notOurs(`the task ${place}`));
    return text;
  };

  return {
    manager: 'Task Scheduler',
    place,
    definition,
    isCurrent: async () => (await read())?.includes(xml(commandLine(plan.command.slice(0, 3)))) ?? false,
    async state() {
      const text = await read();
      if (text === null) return { installed: false, enabled: false, running: false };
      const enabled = !/<Settings>[\s\S]*<Enabled>false<\/Enabled>[\s\S]*<\/Settings>/.test(text);
      return { installed: true, enabled, running: isRunning(await run('powershell', stateOf(name))) };
    },
    async install({ startNow }) {
      await read();
      const folder = await mkdtemp(join(tmpdir(), 'local-agent-task-'));
      try {
        const file = join(folder, 'task.xml');
        await writeFile(file, `\uFEFF${definition}`, 'utf16le');
        await must('/Create', '/TN', place, '/XML', file, '/F');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      if (startNow) await must('/Run', '/TN', place);
    },
    async uninstall() {
      if ((await read()) === null) return false;
      await schtasks('/End', '/TN', place);
      await must('/Delete', '/TN', place, '/F');
      return true;
    },
    advice: async () => null,
  };
}

/** schtasks prints translated states; these are not translated. */
function stateOf(name: string): string[] {
  return ['-NoProfile', '-NonInteractive', '-Command', `(Get-ScheduledTask -TaskPath '\\' -TaskName '${name}').State`];
}

function isRunning({ code, stdout }: ProgramResult): boolean {
  return code === 0 && stdout.trim() === 'Running';
}

function taskText({ command }: ServicePlan, user: string, windows: string | undefined): string {
  return windowsTask({
    description: `Local Agent: makes, schedules and publishes posts. ${MADE_BY}`,
    triggers: `<LogonTrigger>
      <Enabled>true</Enabled>
      <UserId>${xml(user)}</UserId>
    </LogonTrigger>`,
    settings: `<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <StartWhenAvailable>true</StartWhenAvailable>
    <Enabled>true</Enabled>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>255</Count>
    </RestartOnFailure>`,
    user,
    windows,
    program: 'conhost.exe',
    parameters: `--headless ${commandLine(command)}`,
  });
}

/** Quotes words by Windows' command line rules: backslashes are special only before a quotation mark. */
function commandLine(words: readonly string[]): string {
  return words.map((word) => `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`).join(' ');
}
