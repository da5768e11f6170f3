import type { Draft } from './draft.ts';
import type { Language, Prompt } from './languages/language.ts';
import type { Phrasing } from './phrasing.ts';
import type { Style } from './style.ts';

/**
 * Posts that need no source: questions and invitations about the niche that fit the style. Each prompt of the language
 * at most once per call.
 */
export function* composePrompt(style: Style, language: Language, phrasing: Phrasing): Generator<Draft> {
  for (const prompt of phrasing.shuffle(language.prompts.filter((prompt) => fits(prompt, style)))) {
    const title = phrasing.fill(prompt.title);
    yield {
      format: 'question',
      contentType: 'image',
      hook: title,
      shortHook: title,
      title,
      numbered: false,
      parts: [{ sentences: [prompt.body] }],
      ask: '',
      credit: '',
      slides: [{ kicker: phrasing.niche, title, body: prompt.body }],
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
