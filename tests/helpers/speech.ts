import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Speech, wavOf } from '../../server/speech/wav.ts';

/** A tone with silence at both ends, of the length of a spoken text. */
export function tone(seconds: number, rate = 22_050): Speech {
  const [length, silence] = [Math.round(seconds * rate), Math.round(0.2 * rate)];
  const samples = new Int16Array(length + 2 * silence);
  for (let at = 0; at < length; at += 1) samples[silence + at] = 8_000 * Math.sin((2 * Math.PI * 220 * at) / rate);
  return { samples, rate };
}

/** The arguments of an imitated speech program, and the text that it read. */
export type Call = { args: string[]; text: string };

/**
 * A folder for PATH with programs that have the command lines of espeak-ng, macOS's `say` and Windows's PowerShell, and
 * produce `seconds` of a tone. `how`: `hangs` forever, `fails`, or writes a `flood`.
 */
export async function speakingPrograms(
  folder: string,
  how: 'speaks' | 'hangs' | 'fails' | 'flood' = 'speaks',
  seconds = 1.5,
): Promise<{ path: string; calls(): Promise<Call[]> }> {
  const path = await mkdtemp(join(folder, 'speaking-'));
  await writeFile(join(path, 'tone.wav'), wavOf(tone(seconds)));
  const program = PROGRAM.replace('HERE', JSON.stringify(path)).replace('HOW', JSON.stringify(how));
  for (const name of ['espeak-ng', 'say', 'powershell.exe']) {
    const file = join(path, name);
    await writeFile(file, `#!${process.execPath}\n${program}`);
    await chmod(file, 0o755);
  }
  const calls = async () => {
    const lines = await readFile(join(path, 'calls'), 'utf8').catch(() => '');
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line): Call => JSON.parse(line));
  };
  return { path, calls };
}

const PROGRAM = String.raw`
const { appendFileSync, copyFileSync, readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const here = HERE;
const how = HOW;
const args = process.argv.slice(2);
const after = (flag) => args[args.indexOf(flag) + 1];
const name = basename(process.argv[1]);
if (args[0] === '--voices') {
  console.log('Pty Language       Age/Gender VoiceName          File                 Other Languages');
  console.log(' 5  de              --/M      German             gmw/de');
  console.log(' 2  en-gb           --/M      English_(Great_Britain) gmw/en            (en 2)');
  process.exit();
}
if (name === 'say' && after('-v') === '?') {
  console.log('Albert              en_US    # Hello! My name is Albert.');
  console.log('Eddy (English (US)) en_US    # Hello! My name is Eddy.');
  console.log('Samantha            en_US    # Hello! My name is Samantha.');
  console.log('Anna                de_DE    # Hallo! Ich heiße Anna.');
  process.exit();
}
const given = readFileSync(0, 'utf8');
const [language, , coded] = given.split(' ');
const text = name === 'powershell.exe' ? Buffer.from(coded, 'base64').toString() : given;
appendFileSync(join(here, 'calls'), JSON.stringify({ args, text }) + '\n');
if (how === 'fails') process.exit(1);
if (how === 'hangs') setInterval(() => undefined, 1000);
else if (how === 'flood') { const piece = Buffer.alloc(1 << 20); const more = () => process.stdout.write(piece, more); more(); }
else if (name === 'say') copyFileSync(join(here, 'tone.wav'), after('-o'));
else {
  const wav = readFileSync(join(here, 'tone.wav'));
  if (name === 'espeak-ng') process.stdout.write(wav);
  else if (language === 'de' || language === 'en') process.stdout.write(wav.toString('base64'));
}
`;
