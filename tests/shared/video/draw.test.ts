import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { drawFrame, prepareFilm } from '../../../shared/video/draw.ts';
import { type Film, filmSchema, frameCount, frameMs, type Layer } from '../../../shared/video/film.ts';
import { MORPH_MS } from '../../../shared/video/motion.ts';
import type { FilmContext } from '../../../shared/video/moving-picture.ts';

/** Two scenes: a dark one with a disc and a line of text, then a light one with a wide block and another line. */
const layer = (d: string, atMs: number): Layer => ({
  inks: [{ d, fill: '#ff0000' }],
  box: { x: 80, y: 500, width: 400, height: 100 },
  entrance: { kind: 'rise', atMs, durationMs: 800 },
  text: d,
});
const FILM: Film = filmSchema.parse({
  ...{ width: 1080, height: 1920, fps: 30, durationMs: 8000, style: 'paper', theme: 'light', coverMs: 3000 },
  scenes: [
    {
      ...{ startMs: 0, durationMs: 4000, ground: '#101010', picture: null, layers: [layer('M1', 150)] },
      shapes: [{ x: 0, y: 1000, width: 400, height: 400, radius: 200, fill: '#202020' }],
    },
    {
      ...{ startMs: 4000, durationMs: 4000, ground: '#f0f0f0', picture: null, layers: [layer('M2', 350)] },
      shapes: [{ x: 0, y: 0, width: 1080, height: 900, radius: 0, fill: '#e0e0e0' }],
    },
  ],
  progress: {
    ...{ box: { x: 65, y: 300, width: 825, height: 6 }, radius: 3, partsMs: [8000], gap: 0, isRtl: false },
    colours: [
      { done: '#ffffff', open: '#303030' },
      { done: '#000000', open: '#d0d0d0' },
    ],
  },
  ...{ pictures: [], music: null, musicFile: null, speech: [], captions: [], language: 'en' },
});

class TestPath {
  readonly d: string;
  constructor(d: string) {
    this.d = d;
  }
}
beforeAll(() => vi.stubGlobal('Path2D', TestPath));
afterAll(() => vi.unstubAllGlobals());

type Drawn = { grounds: string[]; shapes: number[][]; words: { d: string; opacity: number; y: number }[] };

/** What a frame draws, in order, recorded by a fake canvas. */
function drawn(prepared: ReturnType<typeof prepareFilm>, timeMs: number): Drawn {
  const notes: Drawn = { grounds: [], shapes: [], words: [] };
  let y = 0;
  const context = {
    canvas: { width: 540, height: 960 },
    ...{ fillStyle: '', globalAlpha: 1 },
    ...{ setTransform() {}, beginPath() {}, clip() {}, rect() {}, save() {} },
    restore: () => (y = 0),
    translate: (_: number, by: number) => (y += by),
    roundRect: (...box: number[]) => notes.shapes.push(box),
    fillRect() {
      notes.grounds.push(this.fillStyle);
    },
    fill(path?: TestPath) {
      if (path) notes.words.push({ d: path.d, opacity: this.globalAlpha, y });
    },
  };
  drawFrame(context as unknown as FilmContext, prepared, timeMs);
  return notes;
}

test('words come, stand and leave before those of the next scene come', () => {
  const prepared = prepareFilm(FILM);
  const shown = (timeMs: number) => drawn(prepared, timeMs).words.map(({ d, y, opacity }) => ({ d, y, opacity }));
  expect(shown(0)).toEqual([]);
  expect(shown(300)[0]?.y).toBeGreaterThan(0);
  expect(shown(2000)).toEqual([{ d: 'M1', y: 0, opacity: 1 }]);
  expect(shown(3850)[0]?.opacity).toBeLessThan(1);
  expect(shown(4100)).toEqual([]);
  expect(shown(6000)).toEqual([{ d: 'M2', y: 0, opacity: 1 }]);
  expect(shown(7999)).toEqual([{ d: 'M2', y: 0, opacity: 1 }]);
});

test('no two neighbouring frames differ by a flash or a jump', () => {
  const prepared = prepareFilm(FILM);
  const frames = Array.from({ length: frameCount(FILM) }, (_, frame) => drawn(prepared, frameMs(frame)));
  const light = ({ grounds }: Drawn) => Number.parseInt(grounds[0]?.slice(1, 3) ?? '', 16);
  for (const [index, frame] of frames.slice(1).entries()) {
    const before = frames[index] as Drawn;
    // 224 levels in 27 frames with easing: at most three times the linear speed.
    expect(Math.abs(light(frame) - light(before))).toBeLessThan((224 / (MORPH_MS / 1000) / 30) * 3.1);
    for (const [at, edge] of (frame.shapes[0] ?? []).entries()) {
      expect(Math.abs(edge - (before.shapes[0]?.[at] ?? 0))).toBeLessThan(130);
    }
  }
  expect([light(frames[0] as Drawn), light(frames.at(-1) as Drawn)]).toEqual([0x10, 0xf0]);
});
