import { existsSync } from 'node:fs';
import type { Capabilities } from '../../../shared/agent/agents.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import { findBrowser } from '../../browser/find-browser.ts';
import { type Environment, environment } from '../../system/environment.ts';

export type CapabilitySources = {
  /** The accounts with a login for posting on this machine. */
  logins(): Promise<string[]>;
  /** The accounts whose browser sessions are on this machine. */
  sessions(): Promise<string[]>;
  writer(): Promise<{ localModel: string | null }>;
  host: BrowserHost;
};

/** Detects what this agent can do now. A capability that cannot be determined counts as missing. */
export async function capabilitiesOf(sources: CapabilitySources): Promise<Capabilities> {
  const { env, hasScreen: screen } = sources.host;
  const none = () => [];
  const [logins, sessions, browser, localModel] = await Promise.all([
    sources.logins().catch(none),
    sources.sessions().catch(none),
    hasBrowser(env),
    sources.writer().then(
      (writer) => writer.localModel,
      () => null,
    ),
  ]);
  // systemd sets INVOCATION_ID for its services.
  const alwaysOn = isContainer() || (!screen && environment().INVOCATION_ID !== undefined);
  return { logins: logins.sort(), sessions: sessions.sort(), browser, screen, localModel, alwaysOn };
}

async function hasBrowser(env: Environment): Promise<boolean> {
  return findBrowser(env).then(
    () => true,
    () => false,
  );
}

/** Looks for the marker files and the variable that Docker and Podman set. */
function isContainer(): boolean {
  return environment().container !== undefined || existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}
