import { expect, it } from 'vitest';
import { readWav, speechMs, speechOf, wavOf } from '../../../server/speech/wav.ts';
import { tone } from '../../helpers/speech.ts';

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
