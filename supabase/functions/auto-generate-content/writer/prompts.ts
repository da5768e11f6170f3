import type { Draft } from './draft.ts';
import type { LanguagePack } from './languages/language-pack.ts';
import type { Phrasing } from './phrasing.ts';

/** Posts that need no source: questions and invitations about the niche. Each prompt of the language at most once per call. */
export function* composePrompt(pack: LanguagePack, phrasing: Phrasing): Generator<Draft> {
  for (const prompt of phrasing.shuffle(pack.prompts)) {
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
