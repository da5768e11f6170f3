import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { findSystemVoice } from '../../../server/speech/system-voice.ts';
import { readWav, speechMs, speechOf, wavOf } from '../../../server/speech/wav.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { speakingPrograms, tone } from '../../helpers/speech.ts';

const folder = await fileFolder();
const TEXT = 'Don’t "quote" `this` $(me); [[slnc 9000]] – ganz ruhig 🙂';
const SOON = { timeout: 20_000 };
const never = new AbortController().signal;

async function voiceOn(platform: NodeJS.Platform, ...how: [Parameters<typeof speakingPrograms>[1]?]) {
  const programs = await speakingPrograms(folder, ...how);
  const voice = await findSystemVoice({ platform, env: { PATH: programs.path } });
  if (!voice) throw new Error('There is no voice.');
  return { ...programs, voice };
}

// The fake programs are scripts with a shebang line.
describe.skipIf(process.platform === 'win32')('the voice of this machine', () => {
  it.each([
    ['linux', 'espeak-ng', ['-v', 'en']],
    ['darwin', 'macOS', ['-v', 'Samantha']],
    ['win32', 'Windows', ['-EncodedCommand']],
  ] as const)('speaks on %s with %s, and gets the text beside the command line', async (platform, name, args) => {
    const { voice, calls } = await voiceOn(platform);
    expect(voice.name).toBe(name);
    const speech = await voice.speak({ text: TEXT, language: 'en', speed: 1.14 }, never);
    // The silence around the speech is removed.
    expect(Math.abs(speechMs(speech) - 1580)).toBeLessThan(30);
    const [call, ...others] = await calls();
    expect(others).toEqual([]);
    expect(call?.args).toEqual(expect.arrayContaining([...args]));
    expect(call?.args.join(' ')).not.toContain('quote');
    expect(call?.text).toBe(platform === 'darwin' ? TEXT.replace(/\[\[|\]\]/g, ' ') : TEXT);
  });

  it.each(['linux', 'darwin', 'win32'] as const)('says on %s that there is none for a language', async (platform) => {
    const { voice } = await voiceOn(platform);
    const speaking = voice.speak({ text: 'Γειά', language: 'el', speed: 1 }, never);
    await expect(speaking).rejects.toThrow(/no voice for Greek/);
  });

  it.each([
    ['fails', /could not speak the text: Its program failed\. Try again, or make the video without a voice/],
    ['flood', /The recording is too long/],
  ] as const)('says why there is no speech where its program %s', async (how, words) => {
    const { voice } = await voiceOn('linux', how);
    await expect(voice.speak({ text: 'Hello', language: 'en', speed: 1 }, never)).rejects.toThrow(words);
  });

  it('ends its program when it is cancelled', async () => {
    const { voice, path, calls } = await voiceOn('linux', 'hangs');
    const cancelling = new AbortController();
    const speaking = voice.speak({ text: 'Hello', language: 'en', speed: 1 }, cancelling.signal);
    const outcome = expect(speaking).rejects.toThrow('enough');
    await expect.poll(async () => (await calls()).length, SOON).toBe(1);
    cancelling.abort(new Error('enough'));
    await outcome;
    await expect.poll(() => runningIn(path), SOON).toBe('');
  });

  it('is none where no program is installed', async () => {
    expect(await findSystemVoice({ platform: 'linux', env: { PATH: folder } })).toBeNull();
    expect(await findSystemVoice({ platform: 'aix', env: { PATH: '/usr/bin:/bin' } })).toBeNull();
  });
});

function runningIn(path: string): string {
  const all = execFileSync('ps', ['-axww', '-o', 'command='], { encoding: 'utf8' });
  return all
    .split('\n')
    .filter((line) => line.includes(path))
    .join('\n');
}

const wav = wavOf(tone(1));
const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(wav);
  change(bytes);
  return bytes;
};
/** A chunk of another kind before the samples. */
const withList = Buffer.concat([wav.subarray(0, 36), Buffer.from('LIST\x03\0\0\0abc\0', 'latin1'), wav.subarray(36)]);

it.each([
  ['as it is', wav],
  ['written to a pipe, whose length was not known', changed((bytes) => bytes.writeUInt32LE(0xffffffff, 40))],
  ['with other chunks', withList],
])('reads speech %s, without the silence around it', (_, bytes) => {
  const speech = readWav(bytes);
  expect(speech?.rate).toBe(22_050);
  expect(Math.abs(speechMs(speech ?? tone(0)) - 1080)).toBeLessThan(20);
});

it('makes one channel of two', () => {
  const { samples, rate } = tone(0.5);
  const both = Int16Array.from({ length: 2 * samples.length }, (_, at) => samples[at >> 1] ?? 0);
  const mono = speechOf(Buffer.from(both.buffer), { channels: 2, rate });
  expect(mono?.samples.length).toBe(speechOf(Buffer.from(samples.buffer), { channels: 1, rate })?.samples.length);
});

it.each([
  ['no WAV', Buffer.from('<html>no sound</html>')],
  ['nothing', Buffer.alloc(0)],
  ['a header alone', wav.subarray(0, 40)],
  ['another coding', changed((bytes) => bytes.writeUInt16LE(85, 20))],
  ['a rate of nothing', changed((bytes) => bytes.writeUInt32LE(0, 24))],
  ['silence', wavOf({ samples: new Int16Array(20_000), rate: 22_050 })],
])('reads no speech from %s', (_, bytes) => {
  expect(readWav(bytes)).toBeNull();
});
