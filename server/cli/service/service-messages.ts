import type { Service, ServiceState } from './service.ts';

/** Marks our definitions, to recognise them later. */
export const MADE_BY = 'Made by `local-agent service install`; `local-agent service uninstall` removes it.';

export const inACache = (launcher: string) =>
  `${launcher} is in a package manager's cache, which may be emptied at any time. Install local-agent first with \`npm install --global local-agent\`, then run \`local-agent service install\`.`;
export const notCarried = (variables: string[], dataDir: string) =>
  `${variables.join(', ')} ${variables.length === 1 ? 'is' : 'are'} set in this shell, which a service does not see. Put the settings into config.json in ${dataDir}, unset the variables, then try again.`;
export const hasControlCharacters = (text: string) =>
  `${JSON.stringify(text)} has control characters, which a service's definition cannot hold. Choose a folder with another name, or correct the variable.`;
export const hasVariables = (path: string) =>
  `Task Scheduler would replace a part of ${path} as a variable. Choose a folder with another name.`;
export const noManager = (platform: string) =>
  `local-agent knows no service manager on ${platform}. To start it with the system, have the system run \`local-agent start --no-open\`.`;
export const notOurs = (what: string) =>
  `${what} was not made by \`local-agent service install\`. Rename or remove it, then try again. Nothing was changed.`;
export const cannotWrite = (path: string, reason: string) =>
  `${path} cannot be read or written (${reason}). Give this user access to it, then try again.`;
export const noSystemd = (said: string, command: readonly string[]) =>
  `systemd does not answer (${said}). Log in directly as this user, not with su or sudo. If there is no systemd, as in a container, start this with the machine: ${command.map(shellWord).join(' ')}`;
export const systemdRefused = (what: string, said: string) =>
  `\`systemctl ${what}\` failed: ${said}. Correct that, then try again.`;
export const launchdRefused = (what: string, said: string) =>
  `\`launchctl ${what}\` failed: ${said}. Log in at this Mac's screen, not only over SSH, then try again.`;
export const schtasksRefused = (what: string, said: string) =>
  `\`schtasks ${what}\` failed: ${said}. If access is denied, try again in a terminal that runs as administrator.`;

export const LINGER =
  'It starts when you log in and stops when you log out. To run it from machine start, without a login: loginctl enable-linger';

export const installed = ({ manager, place }: Service) => `Installed for ${manager}: ${place}`;
export const uninstalled = ({ manager, place }: Service) => `Removed from ${manager}: ${place}`;
export const nothingInstalled = (dataDir: string) =>
  `No service is installed for ${dataDir}. Install it with \`local-agent service install\`.`;
export const answersAt = (url: string) => `The agent answers at ${url}.`;
export const doesNotAnswer = (dataDir: string) =>
  `The agent does not answer yet. \`local-agent service status\` says whether it does; \`local-agent start --data-dir ${shellWord(dataDir)}\` says why not.`;
export const startedByHand = (url: string) =>
  `Another agent, not started by the service, is running at ${url}. The service takes over once that agent has stopped and you log in again, or at once: \`local-agent stop\`, then \`local-agent service install\`.`;
export const OUT_OF_DATE =
  'It starts a different installation of local-agent, or a different Node, than this command uses. `local-agent service install` corrects that.';

/** The message of `service status` for an installed service. */
export function stateInWords({ manager, place }: Service, { enabled, running }: ServiceState): string[] {
  return [
    `Installed for ${manager}: ${place}`,
    enabled
      ? 'It starts automatically.'
      : 'It does not start automatically. `local-agent service install` corrects that.',
    running ? 'It is running.' : 'It is not running.',
  ];
}

/** Quotes a word for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w/.:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
