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

/** A minute of speech in the best quality of these programs, and what slow machines take for it. */
const SOUND_MAX_BYTES = 16 * 1024 * 1024;
const SPEAK_LIMIT_MS = 60_000;
/** What Node calls too much output. */
const MAX_BUFFER = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
/** Words a minute at which each can be followed well. */
const ESPEAK_RATE = 150;
const MACOS_RATE = 170;

/** A program that speaks. The text never stands on its command line. */
type Engine = {
  name: string;
  /** By its name in PATH. */
  programs: readonly string[];
  /** What to install; empty where the system brings it. */
  hint: string;
  /** WAV bytes; null where it has no voice for the language. */
  speak(spoken: SpokenText, run: Run): Promise<Buffer | null>;
};

const ENGINES: { [platform in NodeJS.Platform]?: Engine } = {
  darwin: { name: 'macOS', programs: ['say'], hint: '', speak: say },
  win32: { name: 'Windows', programs: ['powershell.exe'], hint: '', speak: speakOnWindows },
  linux: { name: 'espeak-ng', programs: ['espeak-ng', 'espeak'], hint: 'Install espeak-ng', speak: espeak },
};

/** What to install for a voice of this machine; empty where nothing helps. */
export function voiceHint(platform: NodeJS.Platform): string {
  return ENGINES[platform]?.hint ?? '';
}

/** The voice of this machine: of macOS, of Windows, or espeak-ng's; null where there is none. */
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

/** Runs the program with a text as its input, and returns what it writes. */
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
    // It may end before it has read all.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(text);
  });
}

function reasonOf(error: unknown): string {
  const { killed, code } = error as { killed?: boolean; code?: unknown };
  if (code === MAX_BUFFER) return TOO_MUCH;
  return killed ? TOO_SLOW : ITS_PROGRAM_FAILED;
}

/** Of espeak-ng's list of voices, in columns: "Pty Language Age/Gender VoiceName File Other Languages". */
async function espeak({ text, language, speed }: SpokenText, run: Run): Promise<Buffer | null> {
  if (language === UNREAD) return null;
  const list = (await run(['--voices'], '')).toString('utf8');
  const wanted = ESPEAK_TAGS[language] ?? language;
  const tags = list.split('\n').flatMap((line) => /^\s*\d+\s+(\S+)/.exec(line)?.[1] ?? []);
  if (!tags.some((tag) => tag === wanted || tag.startsWith(`${wanted}-`))) return null;
  // Of several, it knows the usual one.
  return run(['-v', wanted, '-s', String(Math.round(ESPEAK_RATE * speed)), '-b', '1', '--stdin', '--stdout'], text);
}

/** It has a voice for Japanese that reads kana alone, and says "Chinese letter" for each other sign. */
const UNREAD = 'ja';
/** What it calls languages otherwise than others. */
const ESPEAK_TAGS: { readonly [language: string]: string } = { zh: 'cmn', no: 'nb' };

/** Jokes and effects among the voices of macOS. */
const NOVELTIES =
  /^(Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Deranged|Fred|Good News|Hysterical|Jester|Junior|Kathy|Organ|Pipe Organ|Princess|Ralph|Superstar|Trinoids|Whisper|Wobble|Zarvox)\b/;
/** Those that people install are the best; those with a language in their name the plainest. */
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
    // Without its commands, which are written in double brackets.
    const plain = text.replace(/\[\[|\]\]/g, ' ');
    await run(['-v', voice, '-r', rate, '-o', file, '--data-format=LEI16@22050', '-f', '-'], plain);
    if ((await stat(file)).size > SOUND_MAX_BYTES) throw Object.assign(new Error(TOO_MUCH), { code: MAX_BUFFER });
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Language, rate and text in base64 come in; the sound goes out in base64, since a console changes other bytes. */
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
  // -10 to 10; ten steps are three times as fast.
  const rate = Math.round((10 * Math.log(speed)) / Math.log(3));
  const given = `${language} ${rate} ${Buffer.from(text).toString('base64')}`;
  const out = await run(['-NoProfile', '-NonInteractive', '-EncodedCommand', program], given);
  return out.length === 0 ? null : Buffer.from(out.toString('latin1'), 'base64');
}
