import type { Slide } from '../../../../shared/pictures/card.ts';
import type { ReadableSource } from '../post.ts';
import type { Draft, Part } from './draft.ts';
import type { Language } from './languages/language.ts';
import type { PhraseKind } from './languages/language-data.ts';
import type { Material } from './material.ts';
import type { Phrasing } from './phrasing.ts';
import { joinSentences, textWidth, wordCount } from './text/measure.ts';
import { standaloneScore } from './text/passages.ts';
import type { Sentence } from './text/sentences.ts';

export const LIST_MIN_POINTS = 3;
const LIST_MAX_POINTS = 5;
/** Instagram takes ten slides; a cover and a closing slide come on top. */
const STEPS_MAX_POINTS = 7;
/** In letters (textWidth). */
const POINT_MAX_WIDTH = 170;

type Point = Part & { used: Sentence[]; rank: number };

/**
 * A carousel of three to five points of one source: its sections, each with its most telling sentence; else a list that
 * stood there; else the best sentences that advise. Null when no source has three left.
 */
export function composeList(material: Material, phrasing: Phrasing): Draft | null {
  const offers = material.sources
    .map((source, index) => ({ source, points: pointsOf(index, material) }))
    .filter(({ points }) => points.length >= LIST_MIN_POINTS)
    .sort((a, b) => b.points.length - a.points.length);
  const offer = offers[0];
  if (!offer) return null;
  // Six points make two lists of three rather than one of five with a rest that is good for nothing.
  const size =
    offer.points.length >= 2 * LIST_MIN_POINTS
      ? Math.min(LIST_MAX_POINTS, offer.points.length - LIST_MIN_POINTS)
      : offer.points.length;
  const points = inReadingOrder(offer.points.slice(0, Math.min(LIST_MAX_POINTS, Math.max(LIST_MIN_POINTS, size))));
  return carousel('list', phrasesFor(points, material), null, points, offer.source, material, phrasing);
}

/**
 * A carousel of steps that stood in one list of a source, under that list's heading; else the sentences of one section.
 */
export function composeSteps(material: Material, phrasing: Phrasing): Draft | null {
  const unused = material.unused();
  for (const run of [...runsBy(unused, 'step'), ...adviceSections(material)]) {
    const source = material.sources[run[0]?.source ?? -1];
    if (!source) continue;
    const points = run.slice(0, STEPS_MAX_POINTS).map((sentence) => pointOf(sentence, material));
    const heading = run[0]?.section;
    const isTitled = heading && isInformative(heading, material) && material.isUnusedHeading(heading);
    const isList = run[0]?.kind !== 'paragraph';
    const phrases = isList ? 'steps' : 'notes';
    const draft = carousel('steps', phrases, isTitled ? heading : null, points, source, material, phrasing);
    return draft && { ...draft, numbered: isList, headings: isTitled ? [heading] : [] };
  }
  return null;
}

function pointsOf(source: number, material: Material): Point[] {
  const unused = material
    .unused()
    .filter((sentence) => sentence.source === source && sentence.kind === 'paragraph' && !sentence.isNarrative);
  const titled = sectionsOf(unused)
    .filter(([heading]) => isInformative(heading, material) && material.isUnusedHeading(heading))
    .flatMap(([heading, sentences]) => {
      const best = sentences
        .filter((sentence) => sentence.blocksBelowHeading === 0)
        .filter(
          (sentence) => textWidth(sentence.text) <= POINT_MAX_WIDTH && standaloneScore(sentence, material.language) > 0,
        )
        .sort((a, b) => pointScore(b, material) - pointScore(a, material))[0];
      return best ? [{ title: heading, sentences: [best.text], used: [best], rank: pointScore(best, material) }] : [];
    });
  if (titled.length >= LIST_MIN_POINTS) return byRank(titled);
  const [bullets] = runsBy(
    material.unused().filter((sentence) => sentence.source === source),
    'bullet',
  );
  if (bullets) return bullets.map((sentence) => pointOf(sentence, material));
  const untitled = unused
    .filter(
      (sentence) => textWidth(sentence.text) <= POINT_MAX_WIDTH && standaloneScore(sentence, material.language) === 1,
    )
    .filter((sentence) => material.language.advice.test(sentence.text) && !/^["“„»«「]/.test(sentence.text))
    .map((sentence) => pointOf(sentence, material));
  return byRank(untitled);
}

function pointOf(sentence: Sentence, material: Material): Point {
  return { sentences: [sentence.text], used: [sentence], rank: pointScore(sentence, material) };
}

function pointScore(sentence: Sentence, { language, ranks }: Material): number {
  const advises = language.advice.test(sentence.text) ? 1.3 : 1;
  // The first sentence under a heading is the one that explains it.
  const opens = sentence.indexInBlock === 0 ? 1.25 : 1;
  return (ranks.get(sentence) ?? 0) * standaloneScore(sentence, language) * advises * opens;
}

function isInformative(heading: string, { language }: Material): boolean {
  const words = wordCount(heading);
  return (
    words >= 2 &&
    words <= 12 &&
    textWidth(heading) <= 80 &&
    !language.question.test(heading) &&
    !language.emptyHeading.test(heading) &&
    !language.dangling.test(heading)
  );
}

/** Sections that no post has touched yet, with at least three sentences in their first paragraph. */
function adviceSections(material: Material): Sentence[][] {
  return runsBy(material.unused(), 'paragraph', (a, b) => a.block === b.block)
    .filter(
      ([first]) =>
        first?.indexInBlock === 0 &&
        first.blocksBelowHeading === 0 &&
        first.section &&
        isInformative(first.section, material) &&
        material.isUnusedHeading(first.section),
    )
    .filter((run) =>
      run.every(
        (sentence) => !sentence.isQuestion && !sentence.isNarrative && textWidth(sentence.text) <= POINT_MAX_WIDTH,
      ),
    )
    .filter((run) => standaloneScore(run[0] as Sentence, material.language) > 0)
    .filter((run) => advises(run, material.language));
}

/**
 * Whether a section tells what to do, and not only what is or was: every other sentence of it, or its heading and one
 * more.
 */
function advises(run: readonly Sentence[], language: Language): boolean {
  const advice = run.filter((sentence) => language.advice.test(sentence.text)).length;
  const isPrompted = language.advice.test(run[0]?.section ?? '');
  return advice * 2 >= run.length || (isPrompted && advice > 0);
}

/**
 * Neighbours of the given kind in one section, three or more. List items stand in blocks of their own, one after the
 * other.
 */
function runsBy(
  sentences: readonly Sentence[],
  kind: Sentence['kind'],
  together: (a: Sentence, b: Sentence) => boolean = (a, b) => b.block - a.block <= 1,
): Sentence[][] {
  const runs: Sentence[][] = [];
  let run: Sentence[] = [];
  for (const sentence of sentences) {
    const last = run.at(-1);
    const isNext =
      last && last.source === sentence.source && last.section === sentence.section && together(last, sentence);
    if (sentence.kind !== kind) continue;
    if (!isNext) run = [];
    if (run.length === 0) runs.push(run);
    run.push(sentence);
  }
  return runs.filter((found) => found.length >= LIST_MIN_POINTS);
}

function sectionsOf(sentences: readonly Sentence[]): [string, Sentence[]][] {
  const sections = new Map<string, Sentence[]>();
  for (const sentence of sentences) {
    if (sentence.section) sections.set(sentence.section, [...(sections.get(sentence.section) ?? []), sentence]);
  }
  return [...sections];
}

function byRank(points: readonly Point[]): Point[] {
  return [...points].sort((a, b) => b.rank - a.rank);
}

function inReadingOrder(points: readonly Point[]): Point[] {
  const at = (point: Point) => (point.used[0]?.block ?? 0) * 1000 + (point.used[0]?.indexInBlock ?? 0);
  return [...points].sort((a, b) => at(a) - at(b));
}

/** A list that only informs is not announced as something to try. */
function phrasesFor(points: readonly Point[], { language }: Material): PhraseKind {
  const advising = points.filter(({ title = '', sentences }) => language.advice.test([title, ...sentences].join(' ')));
  return advising.length * 2 > points.length ? 'list' : 'notes';
}

/** `heading` is the source's own; without one, the hook is a phrase. */
function carousel(
  format: 'list' | 'steps',
  phrases: PhraseKind,
  heading: string | null,
  points: readonly Point[],
  source: ReadableSource,
  material: Material,
  phrasing: Phrasing,
): Draft | null {
  const { lastSlide } = material.language;
  const hook = heading ?? phrasing.hook(phrases, points.length);
  if (hook === null) return null;
  const footer = phrasing.footer(source);
  const inner = points.map(
    (point): Slide =>
      point.title
        ? { title: point.title, body: joinSentences(point.sentences) }
        : { title: joinSentences(point.sentences) },
  );
  return {
    format,
    contentType: 'carousel',
    hook,
    shortHook: phrasing.shortHook(),
    title: phrasing.title(hook),
    numbered: true,
    parts: points.map(({ title, sentences }) => (title ? { title, sentences } : { sentences })),
    callToAction: phrasing.ask(phrases),
    credit: phrasing.credit(source),
    slides: [
      { kicker: phrasing.niche, title: hook.replace(/\s*[:：]$/, ''), footer },
      ...inner.map((slide) => ({ kicker: phrasing.niche, ...slide, footer })),
      ...(lastSlide.title ? [{ kicker: phrasing.niche, ...lastSlide, footer }] : []),
    ],
    used: points.flatMap((point) => point.used),
    headings: points.flatMap((point) => point.title ?? []),
  };
}
