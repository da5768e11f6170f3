import type { MusicRequest } from '@/domain/video/music-worker.ts';
import type { Film } from '../../../shared/video/film.ts';
import { SAMPLE_RATE, type Sound } from '../../../shared/video/music/sound.ts';

/** A film's music, composed on first use. Create it only after a click: browsers play no sound before one. */
export class FilmMusic {
  private readonly context = new AudioContext({ sampleRate: SAMPLE_RATE });
  private worker: Worker | null = null;
  private buffer: AudioBuffer | null = null;
  private key = '';
  private source: AudioBufferSourceNode | null = null;

  /** Composes a film's music; silence if it has none. Rejects if this browser cannot. */
  async load({ music, durationMs }: Pick<Film, 'music' | 'durationMs'>): Promise<void> {
    const key = JSON.stringify([music, durationMs]);
    if (key === this.key) return;
    this.stop();
    this.key = key;
    this.buffer = null;
    this.worker?.terminate();
    if (!music) return;
    const { left, right } = await this.compose({ score: music, durationMs });
    if (this.key !== key) return;
    const buffer = this.context.createBuffer(2, left.length, SAMPLE_RATE);
    buffer.copyToChannel(left as Float32Array<ArrayBuffer>, 0);
    buffer.copyToChannel(right as Float32Array<ArrayBuffer>, 1);
    this.buffer = buffer;
  }

  /** Plays from a time in the film. */
  playFrom(ms: number): void {
    this.stop();
    if (!this.buffer) return;
    void this.context.resume();
    const source = this.context.createBufferSource();
    source.buffer = this.buffer;
    source.connect(this.context.destination);
    source.start(0, ms / 1000);
    this.source = source;
  }

  stop(): void {
    this.source?.stop();
    this.source = null;
  }

  close(): void {
    this.stop();
    this.worker?.terminate();
    void this.context.close();
  }

  private compose(request: MusicRequest): Promise<Sound> {
    const worker = new Worker(new URL('./music-worker.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    return new Promise<Sound>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Sound>) => resolve(data));
      worker.addEventListener('error', reject);
      worker.postMessage(request);
    }).finally(() => worker.terminate());
  }
}
