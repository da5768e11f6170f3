import { ALL_FORMATS, AudioBufferSink, CustomSource, Input } from 'mediabunny';
import { ENCODER_PATHS, MUSIC_MAX_MINUTES } from '../../shared/video/encoding.ts';
import { SAMPLE_RATE, type Sound } from '../../shared/video/music/sound.ts';
import { EncodingError } from './encoding-error.ts';

/** How much of the file is cached while it is read. */
const CACHE_BYTES = 8 * 1024 * 1024;

/**
 * The beginning of a piece of music, at most as long as a film. Reads no more of the file than that takes. Throws
 * EncodingError: `music` for a file without sound, or `long_music`.
 */
export async function readMusic(path: string, durationMs: number): Promise<Sound> {
  const answer = await fetch(ENCODER_PATHS.music);
  const size: number = await answer.json();
  const read = async (start: number, end: number) => {
    const part = await fetch(`${ENCODER_PATHS.music}${start}-${end}`);
    return new Uint8Array(await part.arrayBuffer());
  };
  const source = new CustomSource({ getSize: () => size, read, maxCacheSize: CACHE_BYTES, prefetchProfile: 'network' });
  const input = new Input({ source, formats: ALL_FORMATS });
  try {
    return await decode(input, path, durationMs);
  } catch (error) {
    throw error instanceof EncodingError ? error : new EncodingError('music', path);
  } finally {
    input.dispose();
  }
}

async function decode(input: Input, path: string, durationMs: number): Promise<Sound> {
  const track = await input.getPrimaryAudioTrack();
  if (!track || !(await track.canDecode())) throw new EncodingError('music', path);
  const seconds = await track.getDurationFromMetadata();
  if (seconds !== null && seconds > MUSIC_MAX_MINUTES * 60) throw new EncodingError('long_music', path);
  const from = await track.getFirstTimestamp();
  const parts: AudioBuffer[] = [];
  for await (const { buffer } of new AudioBufferSink(track).buffers(from, from + durationMs / 1000)) parts.push(buffer);
  const [first] = parts;
  if (!first) throw new EncodingError('music', path);
  return asSound(parts, first);
}

/** Converts to two channels at the films' sample rate. */
async function asSound(parts: readonly AudioBuffer[], { numberOfChannels, sampleRate }: AudioBuffer): Promise<Sound> {
  const frames = parts.reduce((sum, { length }) => sum + length, 0);
  const context = new OfflineAudioContext(2, Math.ceil((frames * SAMPLE_RATE) / sampleRate), SAMPLE_RATE);
  const whole = context.createBuffer(numberOfChannels, frames, sampleRate);
  let at = 0;
  for (const part of parts) {
    for (let channel = 0; channel < Math.min(numberOfChannels, part.numberOfChannels); channel += 1) {
      whole.copyToChannel(part.getChannelData(channel), channel, at);
    }
    at += part.length;
  }
  const node = context.createBufferSource();
  node.buffer = whole;
  node.connect(context.destination);
  node.start();
  const rendered = await context.startRendering();
  return { left: rendered.getChannelData(0), right: rendered.getChannelData(1) };
}
