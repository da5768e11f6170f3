import type { Style } from '../../../shared/posts/template-style.ts';
import type { Draft } from './draft.ts';
import type { Language, Prompt } from './languages/language.ts';
import type { Deck } from './seeded-deck.ts';

/**
 * Posts requested without any source: questions and invitations about the niche, starting with those that fit the
 * style. Uses each phrase of the language once. None if the niche has no short name.
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

/** Prompts that end with a question mark suit a question template; a general template accepts all. */
function fits(prompt: Prompt, style: Style): boolean {
  if (style === 'general') return true;
  return prompt.style === style || (style === 'question' && /[?？]$/.test(prompt.title));
}

/** Keeps French double punctuation on the same line as its word. */
function withNonBreakingSpaces(phrase: string): string {
  return phrase.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00a0');
}
