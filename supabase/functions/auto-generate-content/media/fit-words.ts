import type satori from 'satori';
import type { Slide } from '../post.ts';
import type { TextFrame } from './card-layout.ts';
import { asElement, box, type CardNode, text } from './card-node.ts';

type Draw = (element: Parameters<typeof satori>[0], size: { width?: number; height?: number }) => Promise<string>;

const STEPS = [1, 0.92, 0.84, 0.76, 0.69, 0.62, 0.56, 0.5, 0.45, 0.4, 0.36, 0.32, 0.28, 0.25, 0.22, 0.19];
/** A word that would have to be set smaller than this share of the largest size is broken instead. */
const BREAK_BELOW = 0.5;
const BODY_SIZE = { share: 0.47, min: 34, max: 50 };
/** More characters than this fit on no card. */
const TEXT_MAX_LENGTH = 1000;
/** The size at which words are measured, in pixels. */
const SAMPLE_SIZE = 100;

/**
 * Title and body in the largest size at which both fit their frame and no word is broken; only a monster of a word is. A text that does not fit in
 * the smallest size loses sentences at its end, never a part of one.
 */
export async function fitWords(slide: Slide, frame: TextFrame, draw: Draw): Promise<CardNode> {
  const widest = await widestWord(slide.title, frame, draw);
  const mayBreak = (widest * frame.titleSize * BREAK_BELOW) / SAMPLE_SIZE > frame.width;
  const fitsWidth = (size: number) =>
    mayBreak ? size <= frame.titleSize * BREAK_BELOW : (widest * size) / SAMPLE_SIZE <= frame.width;
  for (let words: Slide | null = withinReach(slide); words; words = shorten(words)) {
    const sizes = STEPS.map((step) => Math.round(frame.titleSize * step));
    const smallest = sizes.at(-1) as number;
    if (!(await fits(words, frame, smallest, draw))) continue;
    const size = await largest(
      sizes.filter((candidate) => fitsWidth(candidate) || candidate === smallest),
      async (candidate) => fits(words as Slide, frame, candidate, draw),
    );
    return compose(words, frame, size, 'balance');
  }
  return compose(slide, frame, Math.round(frame.titleSize * (STEPS.at(-1) as number)), 'balance');
}

/** The first of descending sizes that fits, by halving; the last one is known to. */
async function largest(sizes: readonly number[], isEnough: (size: number) => Promise<boolean>): Promise<number> {
  let [from, to] = [0, sizes.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (await isEnough(sizes[middle] as number)) to = middle;
    else from = middle + 1;
  }
  return sizes[to] as number;
}

/** Balanced lines are as many as others; measuring goes without, since finding them takes several layouts. */
function compose(slide: Slide, frame: TextFrame, size: number, textWrap: 'wrap' | 'balance'): CardNode {
  const bodySize = Math.min(BODY_SIZE.max, Math.max(BODY_SIZE.min, Math.round(size * BODY_SIZE.share)));
  return box({ flexDirection: 'column', width: frame.width }, [
    text(slide.title, {
      width: frame.width,
      fontSize: size,
      lineHeight: size > 90 ? 1.06 : 1.14,
      wordBreak: 'break-word',
      textWrap,
      ...frame.title,
    }),
    text(slide.body, {
      width: frame.width,
      marginTop: Math.round(size * 0.3) + 14,
      fontSize: bodySize,
      lineHeight: 1.42,
      wordBreak: 'break-word',
      textWrap: textWrap === 'balance' ? 'pretty' : textWrap,
      ...frame.body,
    }),
  ]);
}

async function fits(slide: Slide, frame: TextFrame, size: number, draw: Draw): Promise<boolean> {
  const svg = await draw(asElement(compose(slide, frame, size, 'wrap')), { width: frame.width });
  return Number(/height="([\d.]+)"/.exec(svg)?.[1] ?? Number.POSITIVE_INFINITY) <= frame.height;
}

/** The width in pixels of the title's longest words at SAMPLE_SIZE. */
async function widestWord(title: string, frame: TextFrame, draw: Draw): Promise<number> {
  const longest = title
    .split(/[\s-]+/)
    .sort((a, b) => b.length - a.length)
    .slice(0, 3);
  const words = longest.map((word) => text(word, { ...frame.title, fontSize: SAMPLE_SIZE, whiteSpace: 'nowrap' }));
  const svg = await draw(asElement(box({ flexDirection: 'column', alignItems: 'flex-start' }, words)), { height: 600 });
  return Number(/width="([\d.]+)"/.exec(svg)?.[1] ?? 0);
}

/** Without the sentences that no card could hold, so that nobody waits for them to be measured. */
function withinReach(slide: Slide): Slide {
  let words = slide;
  while (words.title.length + (words.body?.length ?? 0) > TEXT_MAX_LENGTH) {
    const shorter = shorten(words);
    if (!shorter) break;
    words = shorter;
  }
  return words;
}

/** Without its last sentence, the body's first; null when only one sentence is left. */
function shorten(slide: Slide): Slide | null {
  if (slide.body) return { ...slide, body: withoutLastSentence(slide.body) };
  const title = withoutLastSentence(slide.title);
  return title ? { ...slide, title } : null;
}

function withoutLastSentence(words: string): string {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(words)]
    .slice(0, -1)
    .map(({ segment }) => segment)
    .join('')
    .trim();
}
