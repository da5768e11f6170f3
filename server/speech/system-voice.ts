import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { AppError } from '../errors.ts';
import { didNotSpeak, ITS_PROGRAM_FAILED, NO_SOUND, noVoiceFor, TOO_MUCH, TOO_SLOW } from './messages.ts';
import type { SpokenText, Voice } from './voice.ts';
import { readWav } from './wav.ts';

type Environment = Record<string, string | undefined>;
export type SpeakingMachine = { platform: NodeJS.Platform; env: Environment };

/** Limits: a minute of speech in the best quality of these programs, and the time that slow machines need for it. */
const SOUND_MAX_BYTES = 16 * 1024 * 1024;
const SPEAK_LIMIT_MS = 60_000;
/** Node's error code for too much output. */
const MAX_BUFFER = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
/** Words per minute at which each program is easy to follow. */
const ESPEAK_RATE = 150;
const MACOS_RATE = 170;

/** A text-to-speech program. The text is never on its command line. */
type Engine = {
  name: string;
  /** File names to look for in PATH. */
  programs: readonly string[];
  /** What to install; empty if the program is part of the system. */
  hint: string;
  /** Returns WAV bytes; null if it has no voice for the language. */
  speak(spoken: SpokenText, run: Run): Promise<Buffer | null>;
};

const ENGINES: { [platform in NodeJS.Platform]?: Engine } = {
  darwin: { name: 'macOS', programs: ['say'], hint: '', speak: say },
  win32: { name: 'Windows', programs: ['powershell.exe'], hint: '', speak: speakOnWindows },
  linux: { name: 'espeak-ng', programs: ['espeak-ng', 'espeak'], hint: 'Install espeak-ng', speak: espeak },
};

/** What to install to get a voice on this machine; empty if nothing helps. */
export function voiceHint(platform: NodeJS.Platform): string {
  return ENGINES[platform]?.hint ?? '';
}

/** The voice of this machine: that of macOS, of Windows, or of espeak-ng; null if there is none. */
export async function findSystemVoice({ platform, env }: SpeakingMachine): Promise<Voice | null> {
  const engine = ENGINES[platform];
  const program = engine && (await findProgram(engine.programs, env));
  if (!program) return null;
  const { name } = engine;
  return {
    name,
    async speak(spoken, signal) {
      const run: Run = (args, text) => runBounded(program, args, text, { env, signal });
      const wav = await engine.speak(spoken, run).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new AppError('unavailable', didNotSpeak(name, reasonOf(error)), { cause: error });
      });
      if (!wav) throw new AppError('conflict', noVoiceFor(name, spoken.language));
      const speech = readWav(wav);
      if (!speech) throw new AppError('unavailable', didNotSpeak(name, NO_SOUND));
      return speech;
    },
  };
}

async function findProgram(names: readonly string[], env: Environment): Promise<string | null> {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(isAbsolute);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

/** Runs the program with a text on stdin, and resolves to its stdout. */
type Run = (args: readonly string[], text: string) => Promise<Buffer>;

function runBounded(
  program: string,
  args: readonly string[],
  text: string,
  { env, signal }: { env: Environment; signal: AbortSignal },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const limits = { maxBuffer: SOUND_MAX_BYTES, timeout: SPEAK_LIMIT_MS, killSignal: 'SIGKILL', signal } as const;
    const options = { ...limits, env, encoding: 'buffer', windowsHide: true } as const;
    const child = execFile(program, args, options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    // The program may exit before it has read everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(text);
  });
}

function reasonOf(error: unknown): string {
  const { killed, code } = error as { killed?: boolean; code?: unknown };
  if (code === MAX_BUFFER) return TOO_MUCH;
  return killed ? TOO_SLOW : ITS_PROGRAM_FAILED;
}

/**
 * Speaks with espeak-ng; null if it lists no voice for the language. Its list has the columns "Pty Language Age/Gender
 * VoiceName File Other Languages".
 */
async function espeak({ text, language, speed }: SpokenText, run: Run): Promise<Buffer | null> {
  if (language === UNREAD) return null;
  const list = (await run(['--voices'], '')).toString('utf8');
  const wanted = ESPEAK_TAGS[language] ?? language;
  const tags = list.split('\n').flatMap((line) => /^\s*\d+\s+(\S+)/.exec(line)?.[1] ?? []);
  if (!tags.some((tag) => tag === wanted || tag.startsWith(`${wanted}-`))) return null;
  // If several voices match, espeak-ng uses its default.
  return run(['-v', wanted, '-s', String(Math.round(ESPEAK_RATE * speed)), '-b', '1', '--stdin', '--stdout'], text);
}

/** Its voice for Japanese reads only kana, and says "Chinese letter" for each kanji. */
const UNREAD = 'ja';
/** Languages for which espeak-ng uses another tag. */
const ESPEAK_TAGS: { readonly [language: string]: string } = { zh: 'cmn', no: 'nb' };

/** The novelty voices of macOS. */
const NOVELTIES =
  /^(Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Deranged|Fred|Good News|Hysterical|Jester|Junior|Kathy|Organ|Pipe Organ|Princess|Ralph|Superstar|Trinoids|Whisper|Wobble|Zarvox)\b/;
/** Best first: voices that users install, then those without a language in their name. */
const BETTER = [/\((Premium)\)/, /\((Enhanced)\)/, /^[^(]*$/];

async function say({ text, language, speed }: SpokenText, run: Run): Promise<Buffer | null> {
  // "Eddy (German (Germany)) de_DE    # Hallo!"
  const voices = (await run(['-v', '?'], '')).toString('utf8').split('\n');
  const fitting = voices.flatMap((line) => {
    const [, name, tag] = /^(\S.*?)\s+([a-z]{2,3})[_-]\S+\s+#/.exec(line) ?? [];
    return name && tag === language && !NOVELTIES.test(name) ? name : [];
  });
  const voice = BETTER.flatMap((kind) => fitting.filter((name) => kind.test(name)))[0] ?? fitting[0];
  if (!voice) return null;
  const folder = await mkdtemp(join(tmpdir(), 'la-voice-'));
  try {
    const file = join(folder, 'speech.wav');
    const rate = String(Math.round(MACOS_RATE * speed));
    // Double brackets would enclose commands to `say`.
    const plain = text.replace(/\[\[|\]\]/g, ' ');
    await run(['-v', voice, '-r', rate, '-o', file, '--data-format=LEI16@22050', '-f', '-'], plain);
    if ((await stat(file)).size > SOUND_MAX_BYTES) throw Object.assign(new Error(TOO_MUCH), { code: MAX_BUFFER });
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reads language, rate and text (base64) from stdin. The sound is written in base64, because a console alters other
 * bytes.
 */
const WINDOWS_PROGRAM = `
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Speech
$given = [Console]::In.ReadToEnd().Trim() -split ' '
$voices = New-Object System.Speech.Synthesis.SpeechSynthesizer
$voice = $voices.GetInstalledVoices() | Where-Object { $_.Enabled -and $_.VoiceInfo.Culture.TwoLetterISOLanguageName -eq $given[0] } | Select-Object -First 1
if ($voice) {
  $voices.SelectVoice($voice.VoiceInfo.Name)
  $voices.Rate = [int]$given[1]
  $sound = New-Object System.IO.MemoryStream
  $voices.SetOutputToWaveStream($sound)
  $voices.Speak([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($given[2])))
  $voices.Dispose()
  [Console]::Out.Write([Convert]::ToBase64String($sound.ToArray()))
}
`;

async function speakOnWindows({ text, language, speed }: SpokenText, run: Run) {
  const program = Buffer.from(WINDOWS_PROGRAM, 'utf16le').toString('base64');
  // From -10 to 10; ten steps are three times as fast.
  const rate = Math.round((10 * Math.log(speed)) / Math.log(3));
  const given = `${language} ${rate} ${Buffer.from(text).toString('base64')}`;
  const out = await run(['-NoProfile', '-NonInteractive', '-EncodedCommand', program], given);
  return out.length === 0 ? null : Buffer.from(out.toString('latin1'), 'base64');
}
