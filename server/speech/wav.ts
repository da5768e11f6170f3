/** Recorded speech: 16-bit samples of one channel, `rate` per second. */
export type Speech = { samples: Int16Array; rate: number };

const HEADER_BYTES = 44;
const RATES = { min: 8_000, max: 96_000 };
/** Quieter than this share of the loudest sample is silence. */
const SILENCE_SHARE = 0.02;
/** Silence kept at both ends, so that no sound is cut. */
const KEPT_SECONDS = 0.04;

/** The duration in milliseconds. */
export function speechMs({ samples, rate }: Speech): number {
  return (samples.length * 1000) / rate;
}

/**
 * Reads 16-bit PCM in WAV, without the silence at both ends; null for other formats, and for silence only. Programs
 * that write to a pipe do not know the final size, so a size beyond the end of the file means the rest of the file.
 */
export function readWav(bytes: Buffer): Speech | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: { channels: number; rate: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    const end = Math.min(bytes.length, start + size);
    if (name === 'data') return format && speechOf(bytes.subarray(start, end), format);
    if (name === 'fmt ' && end - start >= 16) {
      const isPcm = [1, 0xfffe].includes(bytes.readUInt16LE(start)) && bytes.readUInt16LE(start + 14) === 16;
      if (!isPcm) return null;
      format = { channels: bytes.readUInt16LE(start + 2), rate: bytes.readUInt32LE(start + 4) };
    }
    at = start + size + (size % 2);
  }
  return null;
}

/** The same for PCM without a header. */
export function speechOf(pcm: Buffer, { channels, rate }: { channels: number; rate: number }): Speech | null {
  if (channels < 1 || channels > 2 || rate < RATES.min || rate > RATES.max) return null;
  const samples = new Int16Array(Math.floor(pcm.length / 2 / channels));
  for (let at = 0; at < samples.length; at += 1) {
    const from = at * 2 * channels;
    samples[at] = channels === 1 ? pcm.readInt16LE(from) : (pcm.readInt16LE(from) + pcm.readInt16LE(from + 2)) >> 1;
  }
  return trimmed({ samples, rate });
}

function trimmed({ samples, rate }: Speech): Speech | null {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const isSound = (sample: number) => Math.abs(sample) > Math.max(8, peak * SILENCE_SHARE);
  const first = samples.findIndex(isSound);
  if (first < 0) return null;
  const kept = Math.round(KEPT_SECONDS * rate);
  const last = samples.findLastIndex(isSound);
  return { samples: samples.slice(Math.max(0, first - kept), last + 1 + kept), rate };
}

/** Encodes speech as a WAV file. */
export function wavOf({ samples, rate }: Speech): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
