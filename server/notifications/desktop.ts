import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import type { Notification } from '../../shared/agent/notifications.ts';
import { canShowWindows, scriptEnvironment } from '../system/environment.ts';
import { thisMachine } from '../system/machine.ts';

/** Time limit for the operating system's program. */
const LIMIT_MS = 5_000;
/** Longer texts are cut, in characters. */
const TEXT_MAX = 200;

/**
 * Where notifications are shown. `env` is passed to the operating system's program. With the agent's `url`, a click
 * opens the notification's screen on Windows, and the text contains its address on Linux. On macOS, a script's
 * notification cannot open anything.
 */
export type Desktop = { platform: NodeJS.Platform; env: Record<string, string | undefined>; url?: string | undefined };

/** This machine, if it can show windows. */
export function ownDesktop(url?: string): Desktop | null {
  return canShowWindows() ? { platform: thisMachine().platform, env: scriptEnvironment(), url } : null;
}

type Command = { program: string; args: string[]; env?: Record<string, string> };

const MACOS_SCRIPT = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'];

/** The texts are inserted as text nodes of the toast's XML. A toast needs an app's id; PowerShell's always exists. */
const WINDOWS_SCRIPT = `$ErrorActionPreference = 'Stop'
$manager = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$xml = $manager::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
$texts = $xml.GetElementsByTagName('text')
[void]$texts.Item(0).AppendChild($xml.CreateTextNode($env:NOTIFICATION_TITLE))
[void]$texts.Item(1).AppendChild($xml.CreateTextNode($env:NOTIFICATION_BODY))
if ($env:NOTIFICATION_PAGE) {
  $xml.DocumentElement.SetAttribute('activationType', 'protocol')
  $xml.DocumentElement.SetAttribute('launch', $env:NOTIFICATION_PAGE)
}
$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
$manager::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($xml))`;

/**
 * Shows a notification with the operating system's program, without a shell. Rejects when the program is missing, fails
 * or takes longer than `limitMs`, 5 s by default.
 */
export async function notifyDesktop(
  { title, body, path }: Notification,
  { platform, env, url }: Desktop,
  limitMs = LIMIT_MS,
): Promise<void> {
  const page = url === undefined ? '' : new URL(path, url).href;
  const { program, args, ...more } = commandOf(plain(title), plain(body), page, { platform, env });
  await promisify(execFile)(program, args, {
    env: { ...env, ...more.env },
    timeout: limitMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
}

function commandOf(title: string, body: string, page: string, { platform, env }: Desktop): Command {
  switch (platform) {
    case 'darwin':
      return { program: '/usr/bin/osascript', args: [...MACOS_SCRIPT.flatMap((line) => ['-e', line]), title, body] };
    case 'win32':
      return {
        program: win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32\\WindowsPowerShell\\v1.0\\powershell.exe'),
        args: ['-NoProfile', '-NonInteractive', '-Command', WINDOWS_SCRIPT],
        env: { NOTIFICATION_TITLE: title, NOTIFICATION_BODY: body, NOTIFICATION_PAGE: page },
      };
    default:
      // Desktops turn the URL in the body into a link.
      return {
        program: 'notify-send',
        args: ['--app-name=Local Agent', '--', title, withoutMarkup([body, page].filter(Boolean).join(' '))],
      };
  }
}

/** Makes the text a single short line that cannot be mistaken for an option. */
function plain(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(/^[\s-]+/, '');
  const characters = [...line];
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX - 1).join('')}…` : line;
}

/** Linux desktops interpret the body as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
