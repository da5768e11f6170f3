import { Bench } from 'tinybench';
import { drawCard } from '../server/generation/cards/draw-card.ts';
import { NO_BRAND } from '../shared/pictures/brand.ts';
import type { Slide } from '../shared/pictures/card.ts';
import { byDepth } from './depth.ts';

const TASK_MS = byDepth(3000, 100);
const AIM_MS = 150;
const FEW_WORDS: Slide = { kicker: 'Home baking', title: 'Let the dough rest overnight', footer: 'sourdough.example' };

const SLIDES: Record<string, Slide> = {
  'a title': FEW_WORDS,
  'a title and a paragraph': {
    ...FEW_WORDS,
    body: 'A sourdough loaf needs about twelve hours in the fridge before it goes into the oven. A hot pot keeps the steam in, so the crust stays soft while the loaf rises. Let it cool for an hour, because the crumb is still setting inside.',
  },
  Japanese: { kicker: 'ぬか漬け', title: 'ぬか床は毎日かき混ぜると、香りも味もよくなります。', footer: 'nuka.example' },
  Arabic: { kicker: 'خبز', title: 'اترك العجين يرتاح طوال الليل في الثلاجة', footer: 'bread.example' },
  emoji: { ...FEW_WORDS, title: 'Bread 🍞 takes time ⏳ and a cool kitchen 👩‍🍳' },
};

/**
 * Draws a picture of each kind repeatedly; `first` includes loading its fonts and, in the first row, the renderer.
 */
export async function benchPictures(): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  for (const [what, slide] of Object.entries(SLIDES)) {
    const draw = () =>
      drawCard(slide, {
        design: { style: 'paper', theme: 'light' },
        position: { index: 0, count: 1 },
        brand: NO_BRAND,
      });
    const began = performance.now();
    const { byteLength } = await draw();
    const first = performance.now() - began;
    const bench = new Bench({ time: TASK_MS, warmupTime: 500 });
    bench.add(what, async () => void (await draw()));
    const [task] = await bench.run();
    if (!task || !('latency' in task.result))
      throw new Error(`Drawing ${what} failed: ${JSON.stringify(task?.result)}`);
    const { p50, p99 } = task.result.latency;
    rows.push({
      'a picture of': what,
      'first (ms)': first.toFixed(0),
      'p50 (ms)': p50.toFixed(0),
      'p99 (ms)': p99?.toFixed(0) ?? '-',
      'first to p50': `${(first / p50).toFixed(1)}x`,
      'size (kB)': (byteLength / 1000).toFixed(0),
      'aim (ms)': String(AIM_MS),
    });
  }
  return rows;
}
