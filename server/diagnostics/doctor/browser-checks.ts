import { browserHost } from '../../browser/account-launch.ts';
import { type FoundBrowser, findBrowser, NoBrowser } from '../../browser/find-browser.ts';
import { type Launch, tryLaunch } from '../../browser/try-launch.ts';
import { AppError } from '../../errors.ts';
import { canEncode } from '../../features/video/encode.ts';
import { NO_ENCODER } from '../../features/video/messages.ts';
import { findSystemVoice, voiceHint } from '../../speech/system-voice.ts';
import { hasScreen, type Machine } from '../../system/machine.ts';
import { type Check, fail, ok, warn } from './check.ts';

type Environment = Record<string, string | undefined>;

const BROKEN =
  'Install Chrome (https://www.google.com/chrome, or `local-agent browser install`), or name another Chrome, Chromium or Edge with PUPPETEER_EXECUTABLE_PATH.';
const WITHOUT_SANDBOX =
  'Scripts work, but a page that breaks out of Chrome has the rights of this user. Run local-agent as an ordinary user, and have the system allow Chrome its namespaces.';

const VIDEO_LIMIT_MS = 60_000;

/** The detail of the check when no browser was found, so that downloading one helps. */
const NONE = 'none';

/** Whether the check found no browser at all. */
export function isBrowserMissing({ name, detail }: Check): boolean {
  return name === 'Browser' && detail === NONE;
}

/** Finds the browser for scripts, starts it, and checks whether its sandbox works. */
export async function checkBrowser(env: Environment, machine: Machine): Promise<Check[]> {
  let browser: FoundBrowser;
  try {
    browser = await findBrowser(env);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [fail('Browser', error instanceof NoBrowser ? NONE : 'not there', error.message)];
  }
  const sandboxed = machine.isRoot ? null : await tryLaunch(browser, env, true);
  const launched = sandboxed?.version ? sandboxed : await tryLaunch(browser, env, false);
  if (!launched.version)
    return [fail('Browser', `${browser.executablePath} does not start: ${launched.reason}`, BROKEN)];
  return [ok('Browser', `${launched.version}, ${browser.executablePath}`), sandbox(sandboxed, machine)];
}

/** Whether the browser can encode posts' videos. */
export async function checkVideo(dataDir: string): Promise<Check> {
  const signal = AbortSignal.timeout(VIDEO_LIMIT_MS);
  const name = 'Video';
  try {
    const isAble = await canEncode({ dataDir, host: browserHost(), signal });
    return isAble ? ok(name, 'the browser makes H.264 videos') : warn(name, 'no H.264 encoder', NO_ENCODER);
  } catch (error) {
    return warn(name, 'could not be checked', error instanceof AppError ? error.message : String(error));
  }
}

/** Whether this machine has a voice for videos. */
export async function checkVoice(env: Environment, { platform }: Machine): Promise<Check> {
  const voice = await findSystemVoice({ platform, env });
  if (voice) return ok('Voice', `${voice.name} can speak the text of videos`);
  const hint = voiceHint(platform);
  return ok('Voice', `this machine has none, and videos need none${hint ? `; for one, ${hint.toLowerCase()}` : ''}`);
}

/** Whether windows can be shown: they are needed to log in to a platform, but not for scripts. */
export function checkScreen(env: Environment, machine: Machine): Check {
  return hasScreen(env, machine)
    ? ok('Screen', 'windows can be shown')
    : warn('Screen', 'no window can be shown', 'Scripts work. To log in to an account, import its cookies instead.');
}

function sandbox(sandboxed: Launch | null, { isRoot }: Machine): Check {
  if (sandboxed?.version) return ok('Sandbox', 'pages are sandboxed');
  return warn(
    'Sandbox',
    isRoot ? 'Chrome has none when run as root' : 'this system does not allow it',
    WITHOUT_SANDBOX,
  );
}
