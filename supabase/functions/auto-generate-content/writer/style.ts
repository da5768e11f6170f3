import type { Format } from './draft.ts';
import { alternation, LANGUAGES } from './languages/language.ts';

export type Style = 'quote' | 'tips' | 'how_to' | 'question' | 'story' | 'opinion' | 'facts' | 'insight' | 'general';

/** A style that a template's name or prompt says. */
export type TemplateStyle = Exclude<Style, 'general'>;

/** Where a template names several at the same place, the first of these counts. */
const TEMPLATE_STYLES: readonly TemplateStyle[] = [
  'quote',
  'how_to',
  'tips',
  'question',
  'facts',
  'opinion',
  'insight',
  'story',
];

/** What templates of each style say, in any language: what language a template is in shows in nothing but that. */
const SIGNS = TEMPLATE_STYLES.map((style) => {
  const signsOf = (languages: typeof LANGUAGES) =>
    languages.map(({ templateNames }) => alternation(templateNames[style]).replaceAll(' ', '[- ]')).join('|');
  const [spaced, unspaced] = [false, true].map((is) =>
    signsOf(LANGUAGES.filter((each) => (each.unspaced !== null) === is)),
  );
  return { style, sign: new RegExp(`(?<!\\p{L})(?:${spaced})(?!\\p{L})|${unspaced}`, 'iu') };
});

/** What a content style template asks for: its name says it first, else whatever its prompt names first. */
export function recogniseStyle(template: { name: string; prompt: string }): Style {
  return styleIn(template.name) ?? styleIn(template.prompt) ?? 'general';
}

function styleIn(text: string): Style | null {
  const hits = SIGNS.map(({ style, sign }) => ({ style, at: text.search(sign) })).filter(({ at }) => at >= 0);
  return hits.sort((a, b) => a.at - b.at)[0]?.style ?? null;
}

/**
 * The formats of a style. `own` ones are what the template asks for; only when the sources hold no more for them, and
 * no invitation of the style is left, does a `near` one step in.
 */
export const FORMATS_OF: Record<TemplateStyle, { own: readonly Format[]; near: readonly Format[] }> = {
  quote: { own: ['quote'], near: ['opinion', 'insight'] },
  tips: { own: ['list', 'tip'], near: ['steps', 'insight'] },
  how_to: { own: ['steps', 'tip'], near: ['list', 'insight'] },
  question: { own: ['question'], near: ['opinion', 'insight'] },
  facts: { own: ['fact'], near: ['insight'] },
  story: { own: ['story'], near: ['insight'] },
  opinion: { own: ['opinion'], near: ['question', 'insight'] },
  insight: { own: ['insight'], near: ['opinion', 'tip'] },
};

/** What a general template alternates between. */
export const GENERAL_FORMATS: readonly Format[] = [
  'insight',
  'list',
  'question',
  'fact',
  'quote',
  'steps',
  'story',
  'opinion',
  'tip',
];
