import type { Layer } from '../../../../shared/video/film.ts';
import type { TextStyle } from '../../cards/layout/paragraph.ts';
import type { TextBlock } from '../../cards/layout/text-block.ts';
import type { SceneContent } from '../scene-content.ts';
import { fitText, inAfter, lineLayers } from '../set-text.ts';
import { type Colours, closingFoot, isClosing, LEFT, WIDTH, wordsAtMs } from './parts.ts';

/** Maximum sizes in pixels: of the words of a hook or closing card, of a passage, and of a heading. */
export type WordSizes = { display: number; passage: number; heading: number; style: TextStyle };

const DISPLAY_MIN = 54;
const PASSAGE_MIN = 46;
const BODY = { max: 66, min: 44, style: { weight: 500, tracking: -0.008 } } as const;
const NUMBER = { size: 168, style: { weight: 800, tracking: -0.04 } } as const;
/** Maximum share of the height, when a text follows the heading. */
const HEADING_SHARE = 0.55;
const GAP = 36;
/** Delay of the text after its heading, in milliseconds. */
const FOLLOWS_MS = 260;

export type SceneWords = { height: number; place(top: number, colours: Colours): Layer[] };

/** All words of a scene, set as large as fits the height; null when they do not fit. */
export function sceneWords(content: SceneContent, height: number, sizes: WordSizes): SceneWords | null {
  if (isClosing(content)) return closingWords(content, height, sizes);
  const number = content.step
    ? fitText(content, String(content.step), frameOf(NUMBER.size, 99, 400, NUMBER.style, 1))
    : null;
  const room = height - (number ? number.height + GAP : 0);
  const blocks = content.heading && content.text ? titled(content, room, sizes) : alone(content, room, sizes);
  if (!blocks) return null;
  const all = number ? [{ block: number, isAccent: true }, ...blocks] : blocks;
  const total = all.reduce((sum, { block }) => sum + block.height, GAP * (all.length - 1));
  return {
    height: total,
    place(top, colours) {
      let [y, atMs] = [top, wordsAtMs(content)];
      return all.flatMap(({ block, isAccent, isBody }) => {
        const fill = isAccent ? colours.accent : isBody ? colours.soft : colours.ink;
        const kind = isBody ? 'fade' : 'rise';
        const layers = lineLayers(block, { x: LEFT, y, width: WIDTH, isRtl: content.isRtl, fill, atMs, kind });
        y += block.height + GAP;
        atMs += isAccent ? FOLLOWS_MS / 2 : FOLLOWS_MS + 80 * block.lines.length;
        return layers;
      });
    },
  };
}

type Part = { block: TextBlock; isAccent?: boolean; isBody?: boolean };

function titled(content: SceneContent, height: number, { heading, style }: WordSizes): Part[] | null {
  const title = fitText(content, content.heading, frameOf(heading, PASSAGE_MIN, height * HEADING_SHARE, style, 1.12));
  if (!title) return null;
  const room = height - title.height - GAP;
  const text = fitText(content, content.text, frameOf(BODY.max, BODY.min, room, BODY.style, 1.36));
  return text && [{ block: title }, { block: text, isBody: true }];
}

function alone(content: SceneContent, height: number, { display, passage, style }: WordSizes): Part[] | null {
  const words = content.heading || content.text;
  if (!words) return [];
  const frame =
    content.kind === 'hook'
      ? frameOf(display, DISPLAY_MIN, height, style, 1.08)
      : frameOf(passage, PASSAGE_MIN, height, style, 1.18);
  const block = fitText(content, words, frame);
  return block && [{ block }];
}

/** The words of the closing card: the user's text or the niche, the handle on a pill, and the source. */
function closingWords(content: SceneContent, height: number, { display, style }: WordSizes): SceneWords | null {
  const title = content.text || content.heading || content.niche || content.handle || content.source;
  const plain = { ink: '', soft: '', accent: '', onAccent: '' };
  const room = height - closingFoot(content, title, plain).height;
  const block = title ? fitText(content, title, frameOf(display * 0.85, DISPLAY_MIN, room, style, 1.08)) : null;
  if (title && !block) return null;
  const foot = closingFoot(content, title, plain);
  return {
    height: (block?.height ?? 0) + foot.height,
    place(top, colours) {
      const atMs = wordsAtMs(content);
      const below = top + (block?.height ?? 0);
      const box = { x: LEFT, y: top, width: WIDTH, isRtl: content.isRtl, fill: colours.ink, atMs };
      return [
        ...(block ? lineLayers(block, box) : []),
        ...closingFoot(content, title, colours).layers(below, block ? inAfter(block, atMs) - 500 : atMs),
      ];
    },
  };
}

function frameOf(max: number, min: number, height: number, style: TextStyle, leading: number) {
  return { width: WIDTH, height, max, min, leading, style };
}
