import type { Slide } from '../../../shared/pictures/card.ts';
import type { ReadableSource } from '../post.ts';
import { joinSentences, textWidth } from '../text/measure.ts';
import { creditOf, entryOf, footerOf } from './credit.ts';
import type { Draft, Part } from './draft.ts';
import { headingOver, linesOf, missingHeading, missingName, pageNameOf } from './headings.ts';
import type { Material } from './material.ts';
import { standsAlone } from './text/passages.ts';
import type { Sentence } from './text/sentences.ts';

export const LIST_MIN_POINTS = 3;
const LIST_MAX_POINTS = 5;
/** Instagram allows ten slides; one is the cover. */
const STEPS_MAX_POINTS = 9;
/** Maximum width of a point, in letters (textWidth). */
const POINT_MAX_WIDTH = 170;

type Point = Part & { used: Sentence[]; rank: number };

/**
 * A carousel of three to five points of one source: the most central sentence of each section; or else a list in the
 * source; or else the best sentences with advice. Null when no source has three points left.
 */
export function composeList(material: Material, niche: string): Draft | null {
  const offers = material.sources
    .map((source, index) => ({ source, points: pointsOf(index, material) }))
    .filter(({ points }) => points.length >= LIST_MIN_POINTS)
    .sort((a, b) => b.points.length - a.points.length);
  const [offer] = offers;
  if (!offer) return null;
  const { source } = offer;
  // Six points make two lists of three rather than one of five with an unusable rest.
  const most = offer.points.length >= 2 * LIST_MIN_POINTS ? offer.points.length - LIST_MIN_POINTS : LIST_MAX_POINTS;
  const points = inReadingOrder(offer.points.slice(0, Math.min(LIST_MAX_POINTS, Math.max(LIST_MIN_POINTS, most))));
  const used = points.flatMap((point) => point.used);
  const title = entryOf(source, used) ?? source.title;
  const hook = title && material.language.fromTitle.replace('{title}', () => title);
  return {
    ...carousel(title || niche, points, source, niche),
    format: 'list',
    hook,
    title,
    isIndivisible: false,
    credit: creditOf(source, used, material.language, [title]),
    headings: points.flatMap((point) => point.title ?? []),
  };
}

/** A carousel of all steps of one list in a source, under that list's heading or the source's title. */
export function composeSteps(material: Material, niche: string): Draft | null {
  for (const items of listsOf(material.unused(), 'step')) {
    const first = items[0]?.[0];
    const source = material.sources[first?.source ?? -1];
    if (!first || !source || !isWholeList(items)) continue;
    const points = items.map((item) => pointOf(item, material));
    const heading = headingOver(first, material);
    const told = joinSentences(points.flatMap(({ sentences }) => sentences));
    const missing = missingName(linesOf(heading, told), first, source, material.language);
    const name = heading ? missing : pageNameOf(source, first.section) || source.title;
    const title = name ?? heading ?? '';
    return {
      ...carousel(title, points, source, niche),
      format: 'steps',
      hook: linesOf(name, heading),
      title,
      isIndivisible: true,
      credit: creditOf(source, items.flat(), material.language, [name, heading]),
      headings: heading ? [heading] : [],
    };
  }
  return null;
}

/** Whether a list is complete: a recipe without one of its steps would be wrong. */
function isWholeList(items: readonly (readonly Sentence[])[]): boolean {
  const [first] = items;
  const isComplete = items.length === first?.[0]?.ofItems && items.length <= STEPS_MAX_POINTS;
  return (
    isComplete &&
    items.every((item, index) => item.every(({ nthItem, isAfterGap }) => nthItem === index + 1 && !isAfterGap))
  );
}

function pointsOf(source: number, material: Material): Point[] {
  const { language } = material;
  const unused = material.unused().filter((sentence) => sentence.source === source);
  const prose = unused.filter(({ kind, isNarrative }) => kind === 'paragraph' && !isNarrative);
  const titled = sectionsOf(prose).flatMap((sentences) => {
    const [first] = sentences;
    const heading = first && headingOver(first, material);
    if (!heading || language.question.test(heading)) return [];
    const below = sentences.filter(({ blocksBelowHeading }) => blocksBelowHeading === 0);
    const lead = below
      .filter(({ text }) => textWidth(text) <= POINT_MAX_WIDTH)
      .filter((sentence) => standsAlone(sentence, language))
      .sort((a, b) => pointScore(b, material) - pointScore(a, material))[0];
    return lead ? [{ ...pointOf(withNext(lead, below), material), title: heading }] : [];
  });
  if (titled.length >= LIST_MIN_POINTS) return byRank(titled);
  const bullets = listsOf(unused, 'bullet').find((items) =>
    items.every(([first]) => first && standsAlone(first, language)),
  );
  if (bullets) return bullets.map((item) => pointOf(item, material));
  const untitled = prose
    .filter((sentence) => textWidth(sentence.text) <= POINT_MAX_WIDTH && standsAlone(sentence, language))
    .filter((sentence) => language.advice.test(sentence.text) && !/^["“„»«「]/.test(sentence.text))
    .map((sentence) => ({ ...pointOf([sentence], material), ...titleFor(sentence, material) }));
  return byRank(untitled);
}

/** The heading above a point, if the point has none of its words: points of one list may be from different sections. */
function titleFor(sentence: Sentence, { language }: Material): { title?: string } {
  const title = missingHeading(sentence.text, sentence, language);
  return title ? { title } : {};
}

/** A sentence and the next one, if both fit on a card: the second often says what to do. */
function withNext(lead: Sentence, sentences: readonly Sentence[]): Sentence[] {
  const next = sentences.find(
    ({ block, indexInBlock }) => block === lead.block && indexInBlock === lead.indexInBlock + 1,
  );
  if (!next || next.isQuestion || textWidth(lead.text) + textWidth(next.text) > POINT_MAX_WIDTH) return [lead];
  return [lead, next];
}

function pointOf(used: Sentence[], material: Material): Point {
  const [first] = used;
  return { sentences: used.map(({ text }) => text), used, rank: first ? pointScore(first, material) : 0 };
}

function pointScore(sentence: Sentence, { language, ranks }: Material): number {
  const advises = language.advice.test(sentence.text) ? 1.3 : 1;
  // The first sentence under a heading usually explains it.
  const opens = sentence.indexInBlock === 0 && !sentence.isAfterGap ? 1.6 : 1;
  return (0.2 + (ranks.get(sentence) ?? 0)) * advises * opens;
}

/** The items of each list of three or more, with their sentences. */
function listsOf(sentences: readonly Sentence[], kind: Sentence['kind']): Sentence[][][] {
  const lists: Sentence[][][] = [];
  let last: Sentence | undefined;
  for (const sentence of sentences.filter((found) => found.kind === kind)) {
    const isSameList = last?.source === sentence.source && last.section === sentence.section;
    if (isSameList && last?.nthItem === sentence.nthItem) lists.at(-1)?.at(-1)?.push(sentence);
    else if (isSameList && last && sentence.nthItem > last.nthItem) lists.at(-1)?.push([sentence]);
    else lists.push([[sentence]]);
    last = sentence;
  }
  return lists.filter((items) => items.length >= LIST_MIN_POINTS);
}

function sectionsOf(sentences: readonly Sentence[]): Sentence[][] {
  const sections = new Map<string, Sentence[]>();
  for (const sentence of sentences) {
    if (sentence.section) sections.set(sentence.section, [...(sections.get(sentence.section) ?? []), sentence]);
  }
  return [...sections.values()];
}

function byRank(points: readonly Point[]): Point[] {
  return [...points].sort((a, b) => b.rank - a.rank);
}

function inReadingOrder(points: readonly Point[]): Point[] {
  const at = (point: Point) => (point.used[0]?.block ?? 0) * 1000 + (point.used[0]?.indexInBlock ?? 0);
  return [...points].sort((a, b) => at(a) - at(b));
}

/** `cover` is the text of the first slide. */
function carousel(cover: string, points: readonly Point[], source: ReadableSource, niche: string) {
  const inner = points.map(({ title, sentences }): Slide => {
    const text = joinSentences(sentences);
    return title ? { title, body: text } : { title: text };
  });
  const frame = { kicker: niche, footer: footerOf(source) };
  return {
    contentType: 'carousel' as const,
    numbered: true,
    parts: points.map(({ title, sentences }) => (title ? { title, sentences } : { sentences })),
    slides: [{ title: cover }, ...inner].map((slide) => ({ ...slide, ...frame })),
    used: points.flatMap((point) => point.used),
  };
}
