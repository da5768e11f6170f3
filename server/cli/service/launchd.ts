import { posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { outputOf } from '../../system/run-program.ts';
import { xml } from '../../system/xml.ts';
import type { ServicePlan } from './plan.ts';
import type { Service, ServiceSurroundings } from './service.ts';
import { serviceFile } from './service-file.ts';
import { launchdRefused, MADE_BY } from './service-messages.ts';

/** How long launchd waits before it restarts a failed agent: a port in use often remains in use for a while. */
const THROTTLE_SECONDS = 30;
/** Longer than the agent takes to stop its database and browsers. */
const STOP_SECONDS = 30;
/** An agent that is shutting down briefly blocks its successor. */
const ATTEMPTS = 10;
const ATTEMPT_MS = 1_000;

/**
 * A launchd agent, which starts when the user logs in or, for root, a daemon, which starts with the machine. Its output
 * is discarded, since the banner may contain the one-time set-up link; `local-agent logs` shows the log.
 */
export function launchdService(plan: ServicePlan, { machine, uid, run }: ServiceSurroundings): Service {
  const folder = machine.isRoot ? '/Library/LaunchDaemons' : posix.join(machine.home, 'Library/LaunchAgents');
  const path = posix.join(folder, `${plan.name}.plist`);
  const domain = machine.isRoot ? 'system' : `gui/${uid}`;
  const target = `${domain}/${plan.name}`;
  const file = serviceFile(path);
  const definition = plistText(plan);
  const launchctl = (...args: string[]) => run('launchctl', args);
  const load = async () => {
    await launchctl('enable', target);
    for (let attempt = 1; ; attempt++) {
      const answer = await launchctl('bootstrap', domain, path);
      if (answer.code === 0) return;
      if (answer.code === null || attempt === ATTEMPTS)
        throw new AppError('unavailable', launchdRefused(`bootstrap ${domain}`, outputOf(answer)));
      await delay(ATTEMPT_MS);
    }
  };

  return {
    manager: 'launchd',
    place: path,
    definition,
    isCurrent: async () => (await file.read())?.includes(strings(plan.command.slice(0, 3))) ?? false,
    async state() {
      const installed = (await file.read()) !== null;
      if (!installed) return { installed, enabled: false, running: false };
      const { code, stdout } = await launchctl('print', target);
      return { installed, enabled: code === 0, running: code === 0 && /^\s*state = running$/m.test(stdout) };
    },
    // launchd starts what it loads. If an agent is already running, the new one exits successfully.
    async install() {
      const before = await file.read();
      await file.write(definition);
      await launchctl('bootout', target);
      await load().catch(async (error: unknown) => {
        await file.putBack(before);
        throw error;
      });
    },
    async uninstall() {
      if ((await file.read()) === null) return false;
      await launchctl('bootout', target);
      await file.remove();
      return true;
    },
    advice: async () => null,
  };
}

function plistText({ name, command, environment }: ServicePlan): string {
  const variables = Object.entries(environment).map(
    ([variable, value]) => `      <key>${xml(variable)}</key><string>${xml(value)}</string>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${MADE_BY} -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key><string>${xml(name)}</string>
    <key>ProgramArguments</key>
    <array>${strings(command)}
    </array>
    <key>EnvironmentVariables</key>
    <dict>
${variables.join('\n')}
    </dict>
    <key>RunAtLoad</key><true/>
    <key>KeepAlive</key>
    <dict>
      <key>SuccessfulExit</key><false/>
    </dict>
    <key>ThrottleInterval</key><integer>${THROTTLE_SECONDS}</integer>
    <key>ExitTimeOut</key><integer>${STOP_SECONDS}</integer>
    <key>Umask</key><integer>${0o077}</integer>
    <key>StandardOutPath</key><string>/dev/null</string>
    <key>StandardErrorPath</key><string>/dev/null</string>
  </dict>
</plist>
`;
}

function strings(words: readonly string[]): string {
  return words.map((word) => `\n      <string>${xml(word)}</string>`).join('');
}
