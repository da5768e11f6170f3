import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/** The runner's own location; its stack frames do not concern a script's author. */
const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));
const NOT_THE_SCRIPTS = /\(?node:|node_modules[\\/](puppeteer-core|@puppeteer)[\\/]|pptr:/;

/** The location of the script's file, and of the packages for scripts. */
type Places = { scratch: string; packages: string };

export type Explained = {
  /** One line: the message and the line in the script. */
  summary: string;
  /** With the script's stack frames and, for a syntax error, the code. */
  details: string;
};

/**
 * Explains an error (or any thrown value) in terms of the script: only its stack frames, with the name of its file.
 * `scratch` is the file's folder.
 */
export function explainError(thrown: unknown, { scratch, packages }: Places): Explained {
  if (!(thrown instanceof Error)) {
    const text = `Thrown: ${inspect(thrown, { depth: 4 })}`;
    return { summary: text.split('\n', 1)[0] ?? text, details: text };
  }
  const missing = missingPackage(thrown);
  const text = missing
    ? `${headline(thrown)}. Install it with: npm install --prefix ${packages} ${missing}`
    : readable(thrown, scratch);
  const line = /\bscript\.[cm]?js:(\d+)/.exec(text)?.[1];
  const [message = ''] = headline(thrown).split('\n', 1);
  return { summary: line ? `${message} (line ${line})` : message, details: text };
}

function readable(error: Error, folder: string): string {
  const stack = shorten(error.stack ?? headline(error), folder);
  const frames = stack.split('\n').filter((line) => !/^\s+at /.test(line) || isTheScripts(line));
  const cause = error.cause === undefined ? '' : `\nCaused by: ${causeText(error.cause, folder)}`;
  return frames.join('\n').trimEnd() + cause;
}

function causeText(cause: unknown, folder: string): string {
  return cause instanceof Error ? readable(cause, folder) : inspect(cause);
}

function shorten(text: string, folder: string): string {
  const places = [pathToFileURL(join(folder, '/')).href, join(folder, '/')];
  return places.reduce((shortened, place) => shortened.replaceAll(place, ''), text);
}

function isTheScripts(frame: string): boolean {
  return !NOT_THE_SCRIPTS.test(frame) && !frame.includes(OWN_FOLDER) && !/\(<anonymous>\)$/.test(frame);
}

function headline(error: Error): string {
  const missing = missingPackage(error);
  return `${error.name}: ${missing ? `The script needs the package ${missing}, which is not installed` : error.message}`;
}

/** The missing package; null for a file, and for any other error. */
function missingPackage(error: Error): string | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') return null;
  const name = /^Cannot find (?:module|package) '((?:@[^/']+\/)?[^./'\\][^/'\\]*)/.exec(error.message)?.[1];
  return name ?? null;
}
