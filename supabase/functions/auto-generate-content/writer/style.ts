import type { Format } from './draft.ts';

export type Style = 'quote' | 'tips' | 'how_to' | 'question' | 'story' | 'facts' | 'general';

const SIGNS: readonly (readonly [Exclude<Style, 'general'>, RegExp])[] = [
  [
    'quote',
    /\b(quotes?|quotations?|motivation\w*|inspiration\w*|zitate?|spr(uch|üche)|citas?|frases?|motivaci[oó]n\w*|citations?|cita[cç][oõ]es)\b|名言/iu,
  ],
  [
    'how_to',
    /\b(how[- ]?to|tutorials?|step[- ]by[- ]step|guides?|anleitung\w*|schritt\w*|paso a paso|tutorial(es)?|c[oó]mo hacer|pas à pas|passo a passo)\b|方法/iu,
  ],
  [
    'tips',
    /\b(tips?|carousels?|lists?|listicles?|checklists?|hacks?|advice|mistakes|tipps?|ratschl\w+|karussell\w*|liste|consejos?|trucos?|carrusel\w*|astuces?|conseils?|dicas?)\b|コツ/iu,
  ],
  [
    'question',
    /\b(questions?|polls?|ask|q ?& ?a|engagement|discussions?|debates?|fragen?|umfrage\w*|diskussion\w*|preguntas?|encuestas?|perguntas?)\b|質問/iu,
  ],
  [
    'facts',
    /\b(facts?|statistics?|stats|numbers?|did you know|myths?|fakten?|zahlen|wusstest du|datos?|hechos|sab[ií]as que|chiffres|faits|fatos)\b|豆知識/iu,
  ],
  [
    'story',
    /\b(stor(y|ies)|storytelling|behind the scenes|throwback|journey|geschichten?|historias?|relatos?|histoires?|hist[oó]rias?)\b|物語/iu,
  ],
];

/** What a content style template asks for: its name says it first, else whatever its prompt names first. */
export function recogniseStyle(template: { name: string; prompt: string }): Style {
  return styleIn(template.name) ?? styleIn(template.prompt) ?? 'general';
}

function styleIn(text: string): Style | null {
  const hits = SIGNS.map(([style, sign]) => ({ style, at: text.search(sign) })).filter(({ at }) => at >= 0);
  return hits.sort((a, b) => a.at - b.at)[0]?.style ?? null;
}

/** The formats of a style by preference. The next one steps in when the sources hold nothing more for the one before. */
export const FORMATS_OF: Record<Exclude<Style, 'general'>, readonly Format[]> = {
  quote: ['quote', 'opinion', 'insight'],
  tips: ['list', 'steps', 'insight'],
  how_to: ['steps', 'list', 'insight'],
  question: ['question', 'opinion', 'insight'],
  facts: ['fact', 'insight'],
  story: ['story', 'insight'],
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
];
