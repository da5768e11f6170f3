import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AudioSample, AudioSampleSource, BufferTarget, CanvasSource, Mp4OutputFormat, Output } from 'mediabunny';
import { drawFrame, prepareFilm } from '../../shared/video/draw.ts';
import { AUDIO_BITRATE, KEY_FRAME_SECONDS, VIDEO_BITRATE, VIDEO_CODEC } from '../../shared/video/encoding.ts';
import { FILM, type Film, frameCount, frameMs } from '../../shared/video/film.ts';
import { SAMPLE_RATE, type Sound } from '../../shared/video/music/sound.ts';
import { EncodingError } from './encoding-error.ts';
import { withScreenColours } from './screen-colours.ts';

export type EncodedFilm = { video: Uint8Array; cover: Uint8Array };

const COVER_QUALITY = 0.85;

/**
 * Settings with which this browser encodes films; null if it cannot. Software encoding is tried first: the graphics
 * card is faster on some machines, but produces worse files, or none, on others.
 */
export async function findVideoSettings() {
  for (const hardwareAcceleration of ['prefer-software', 'no-preference'] as const) {
    const { width, height, fps: framerate } = FILM;
    const settings = { codec: VIDEO_CODEC, width, height, framerate, bitrate: VIDEO_BITRATE, hardwareAcceleration };
    const isSupported = await VideoEncoder.isConfigSupported(settings).then(
      ({ supported }) => supported === true,
      () => false,
    );
    if (isSupported) return { hardwareAcceleration };
  }
  return null;
}

/**
 * Draws and encodes each frame of a film as an MP4 whose index comes first, with an audio track of the same length.
 * Throws EncodingError.
 */
export async function encodeFilm(
  film: Film,
  pictures: ReadonlyMap<string, ImageBitmap>,
  sound: Sound | null,
  onProgress: (done: number, total: number) => void,
): Promise<EncodedFilm> {
  const settings = await findVideoSettings();
  if (!settings) throw new EncodingError('no_encoder', VIDEO_CODEC);
  const { width, height, fps } = film;
  const canvas = new OffscreenCanvas(width, height);
  // In memory, because each frame is read back at once.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new EncodingError('other', 'no canvas');
  const prepared = prepareFilm(film, pictures);

  registerAacEncoder();
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const frames = new CanvasSource(canvas, {
    codec: 'avc',
    fullCodecString: VIDEO_CODEC,
    bitrate: VIDEO_BITRATE,
    keyFrameInterval: KEY_FRAME_SECONDS,
    onEncodedPacket(_, meta) {
      if (meta?.decoderConfig) meta.decoderConfig = withScreenColours(meta.decoderConfig);
    },
    ...settings,
  });
  const track = new AudioSampleSource({ codec: 'aac', bitrate: AUDIO_BITRATE });
  output.addVideoTrack(frames, { frameRate: fps });
  output.addAudioTrack(track);
  await output.start();

  const total = frameCount(film);
  for (let frame = 0; frame < total; frame++) {
    // Each second of sound is added before its frames, because the file interleaves both.
    if (frame % fps === 0) await addSecond(track, sound, frame / fps, film.durationMs / 1000);
    drawFrame(context, prepared, frameMs(frame));
    await frames.add(frame / fps, 1 / fps);
    onProgress(frame + 1, total);
  }
  drawFrame(context, prepared, film.coverMs);
  const cover = await canvas.convertToBlob({ type: 'image/jpeg', quality: COVER_QUALITY });
  await output.finalize();
  if (!target.buffer) throw new EncodingError('other', 'no file');
  return { video: new Uint8Array(target.buffer), cover: new Uint8Array(await cover.arrayBuffer()) };
}

/** Adds a second of sound, silent if there is none: some platforms refuse a video without an audio track. */
async function addSecond(source: AudioSampleSource, sound: Sound | null, second: number, seconds: number) {
  const from = second * SAMPLE_RATE;
  const length = Math.round(Math.min(1, seconds - second) * SAMPLE_RATE);
  const data = new Float32Array(2 * length);
  if (sound) {
    data.set(sound.left.subarray(from, from + length));
    data.set(sound.right.subarray(from, from + length), length);
  }
  const sample = new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: 2,
    sampleRate: SAMPLE_RATE,
    timestamp: second,
  });
  await source.add(sample);
  sample.close();
}
