import type { Style } from '../../../shared/posts/template-style.ts';
import type { Draft } from './draft.ts';
import type { Language, Prompt } from './languages/language.ts';
import type { Deck } from './seeded-deck.ts';

/**
 * Posts for those who ask for some without any source: questions and invitations about the niche, first those that fit
 * the style. Each of the language once. None about a niche without a name.
 */
export function* composeInvitations(style: Style, language: Language, niche: string, deck: Deck): Generator<Draft> {
  if (niche === '') return;
  const fitting = language.prompts.filter((prompt) => fits(prompt, style));
  const others = language.prompts.filter((prompt) => !fits(prompt, style));
  for (const { title: asked, body } of [...deck.shuffle(fitting), ...deck.shuffle(others)]) {
    const title = withNonBreakingSpaces(asked).replaceAll('{niche}', () => niche);
    yield {
      format: 'invitation',
      contentType: 'image',
      hook: title,
      title,
      numbered: false,
      isIndivisible: false,
      parts: [{ sentences: [body] }],
      credit: { line: '', link: '' },
      slides: [{ kicker: niche, title, body }],
      used: [],
      headings: [],
    };
  }
}

/** Every prompt that ends in a question mark suits a template that asks; a general template takes all. */
function fits(prompt: Prompt, style: Style): boolean {
  if (style === 'general') return true;
  return prompt.style === style || (style === 'question' && /[?？]$/.test(prompt.title));
}

/** French keeps its double marks on the line of their word. */
function withNonBreakingSpaces(phrase: string): string {
  return phrase.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00a0');
}
