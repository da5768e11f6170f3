import type { Slide } from '../../../shared/pictures/card.ts';
import { MOODS } from '../../../shared/video/film.ts';
import { LENGTHS_MS, type PlanScene, type VideoLength, type VideoPlan } from '../../../shared/video/plan.ts';
import { GenerationError } from '../generation-error.ts';
import { joinSentences } from '../text/measure.ts';
import { chooseLanguage } from '../writers/languages/choose-language.ts';
import type { Language } from '../writers/languages/language.ts';
import { splitSentences } from '../writers/text/split-sentences.ts';
import { chooseScenes, lengthOf, type SceneGroup } from './choose-scenes.ts';
import { VIDEO_MESSAGES } from './messages.ts';
import { type CaptionLine, captionLines, slideWords } from './post-words.ts';
import { readingMs } from './reading-time.ts';
import { readableParts, SCENE_READING_MAX_MS } from './split-words.ts';
import { sceneMs } from './timing.ts';

/** The input of a film's plan: a post's words, and keys of its own pictures, without cards. */
export type VideoPost = { caption: string; slides: readonly Slide[]; pictures?: readonly string[] };

/** `mood` defaults to a choice by the seed; null means no music. */
export type PlanOptions = Pick<VideoPlan, 'design' | 'pace' | 'seed'> & {
  length: VideoLength;
  mood?: VideoPlan['mood'];
  /** The share of the length that the scenes may take; speaking takes longer than reading. */
  room?: number;
};

/** Maximum reading time of two sentences that share a scene, in milliseconds. */
const JOINED_READING_MS = 4_200;
/** Fewer numbered lines are not treated as a list. */
const STEPS_MIN = 3;
/**
 * How much of a step is shown: all, its heading and first sentence, or its heading (without one, its first sentence).
 */
type Detail = 'all' | 'first' | 'heading';
/** A list without one of its steps would be wrong, so it is shown in less detail, or the film gets longer. */
const TRIES: readonly { detail: Detail; isLong: boolean }[] = [
  { detail: 'all', isLong: false },
  { detail: 'first', isLong: false },
  { detail: 'first', isLong: true },
  { detail: 'heading', isLong: true },
];
/** Maximum scenes between the hook and the closing card. */
const MIDDLE_MAX = 24;

/**
 * Plans the scenes of a post: a hook, its passages or steps in order, a closing card. If they do not fit into the
 * length, the least informative are left out; no words are added. Throws GenerationError `bad_input` when the post has
 * no words.
 */
export function planVideo(
  { caption, slides, pictures = [] }: VideoPost,
  { design, pace, seed, length, mood = MOODS[seed % MOODS.length] ?? null, room = 1 }: PlanOptions,
): VideoPlan {
  const written = captionLines(caption);
  const language = chooseLanguage(written.map(({ text }) => text).join('\n') || (slides[0]?.title ?? ''), null);
  const isNumbered = written.filter(({ mark }) => mark === 'step').length >= STEPS_MIN;
  const ofPost =
    slides.length > 1 || written.length === 0 ? ofSlides(slides, isNumbered, language) : ofCaption(written, language);
  const closing: PlanScene = { kind: 'closing', text: '' };
  const tries = TRIES.map(({ detail, isLong }) => {
    const begun = asHook(withoutRepeats(ofPost(detail)));
    const used = sceneMs(begun.hook ?? closing, pace) + sceneMs(closing, pace);
    const roomMs = (isLong ? LENGTHS_MS.long : LENGTHS_MS[length]) * room - used;
    return { ...begun, roomMs, isWhole: begun.others.reduce((sum, group) => sum + lengthOf(group, pace), 0) <= roomMs };
  });
  const [all] = tries;
  const isList = (all?.others.filter(({ scenes }) => scenes[0]?.kind === 'step').length ?? 0) >= STEPS_MIN;
  const best = isList ? (tries.find(({ isWhole }) => isWhole) ?? tries.at(-1)) : all;
  if (!best?.hook) throw new GenerationError('bad_input', VIDEO_MESSAGES.nothingToShow);
  const { hook, isBegun, others, roomMs } = best;
  const middle = chooseScenes(others, { roomMs, pace, isBegun }, language);
  const scenes = [hook, ...middle.slice(0, MIDDLE_MAX), closing].map((scene, index) => {
    const picture = scene.kind === 'closing' ? undefined : pictures[index];
    return picture ? { ...scene, picture } : scene;
  });
  return { scenes, design, pace, mood, seed };
}

/** Makes the first scene the hook. The rest of its sentence follows it and, if it is a heading, the text below it. */
function asHook(groups: readonly SceneGroup[]): { hook: PlanScene | null; isBegun: boolean; others: SceneGroup[] } {
  const [first, ...others] = groups;
  const [scene, ...rest] = first?.scenes ?? [];
  if (!first || !scene) return { hook: null, isBegun: false, others };
  const { heading = '', text } = scene;
  const hook: PlanScene = { kind: 'hook', text: heading || text };
  const below: PlanScene[] = heading && text ? [{ kind: 'passage', text }, ...rest] : rest;
  const isBegun = below.length > 0;
  return { hook, isBegun, others: isBegun ? [{ ...first, scenes: below }, ...others] : others };
}

function withoutRepeats(groups: readonly SceneGroup[]): SceneGroup[] {
  const seen = new Set<string>();
  return groups.filter(({ scenes }) => {
    const words = JSON.stringify(scenes);
    return !seen.has(words) && seen.add(words);
  });
}

const ofCaption = (lines: readonly CaptionLine[], language: Language) => (detail: Detail) => {
  let block = 0;
  return lines.flatMap(({ text, mark }, index): SceneGroup[] => {
    const isListed = mark === 'step' && lines[index - 1]?.mark === 'step';
    if (!isListed) block += 1;
    const [first = text, ...others] = splitSentences(text, language);
    if (mark === 'step') return [{ scenes: scenesOf(detail === 'all' ? text : first, 'step'), block }];
    if (mark) return [{ scenes: scenesOf(text, 'passage'), block }];
    return joinedSentences([first, ...others]).map((sentence) => ({ scenes: scenesOf(sentence, 'passage'), block }));
  });
};

/** The slides of a carousel. Those after its cover are steps if they, or the caption's lines, are numbered. */
const ofSlides = (slides: readonly Slide[], isNumbered: boolean, language: Language) => (detail: Detail) =>
  slides.flatMap((slide, index): SceneGroup[] => {
    const { heading, text, hasNumber } = slideWords(slide);
    const isStep = hasNumber || (isNumbered && index > 0);
    const kind = isStep ? 'step' : 'passage';
    const block = isStep ? -1 : index;
    if (!heading && !text) return [];
    if (!heading || !text || (isStep && detail === 'heading'))
      return [{ scenes: scenesOf(heading || text, kind), block }];
    const [first = text, ...others] = joinedSentences(splitSentences(text, language));
    const below = isStep && detail === 'first' ? first : text;
    if (readingMs(heading) + readingMs(below) <= SCENE_READING_MAX_MS) {
      return [{ scenes: [{ kind, heading, text: below }], block }];
    }
    // A heading is never shown without the text that it introduces.
    const told = { scenes: [...scenesOf(heading, kind), ...scenesOf(first, 'passage')], block };
    const more = below === first ? [] : others;
    return [told, ...more.map((sentence) => ({ scenes: scenesOf(sentence, 'passage'), block }))];
  });

/** A text in as many scenes as it needs; only the first one has a step's number. */
function scenesOf(text: string, kind: 'step' | 'passage'): PlanScene[] {
  return readableParts(text).map((part, index) => ({ kind: index === 0 ? kind : 'passage', text: part }));
}

/** Joins short sentences to share a scene. The first sentence of a post stays alone, because it is the hook. */
function joinedSentences(sentences: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const last = joined.at(-1);
    const both = last === undefined ? sentence : joinSentences([last, sentence]);
    if (last !== undefined && index > 1 && readingMs(both) <= JOINED_READING_MS) joined[joined.length - 1] = both;
    else joined.push(sentence);
  }
  return joined;
}
