import type { SourceNote } from '../../../../../shared/workspace/database.ts';
import type { WrittenPost } from '../../../../../supabase/functions/auto-generate-content/post.ts';
import type { Language } from '../../../../../supabase/functions/auto-generate-content/writer/languages/language.ts';
import type { Style } from '../../../../../supabase/functions/auto-generate-content/writer/style.ts';
import { splitSentences } from '../../../../../supabase/functions/auto-generate-content/writer/text/sentences.ts';
import { type Check, eachPost, isPhrase, linesOf, packsOf, type Run, sourceOf, styleOf } from './run.ts';

/** Hooks that promise a number. */
const NUMBER_HOOK = /number|figure|zahl|cifra|número|chiffre|数字/i;
const ASKS = /[?？]$/;

type Judge = (post: WrittenPost, language: Language, run: Run) => boolean;

const isCarousel: Judge = (post) => post.contentType === 'carousel' && post.slides.length >= 5;
const isNumbered: Judge = (post, language, run) => isCarousel(post, language, run) && /^3\. /m.test(post.caption);
const hookOf = (post: WrittenPost) => linesOf(post.caption)[0] ?? '';
const hasHook =
  (...names: (keyof Language['hooks'])[]): Judge =>
  (post, language, run) =>
    names.some((name) => isPhrase(hookOf(post), language.hooks[name], run.niche));

/** How a post of each style shows that it is one. */
const IN_STYLE: Record<Exclude<Style, 'general'>, Judge> = {
  quote: (post, language) => {
    const [open, close] = language.quotes.map((mark) => mark.trim());
    return new RegExp(`^([${open}“„»«「"]).+([${close}”“«»」"]|[.。])`, 'u').test(post.caption.split('\n\n')[1] ?? '');
  },
  tips: (post, language, run) => isNumbered(post, language, run) || hasHook('tip')(post, language, run),
  how_to: (post, language, run) => isCarousel(post, language, run) || hasHook('tip')(post, language, run),
  question: (post) => ASKS.test(hookOf(post)),
  story: (post, language) => {
    const sentences = splitSentences(post.sources.map(({ passage }) => passage).join(' '), language);
    const past = sentences.filter((sentence) => language.narrative.test(sentence)).length;
    return sentences.length >= 3 && past >= sentences.length * 0.7;
  },
  opinion: (post) => ASKS.test(hookOf(post)) && post.sources.length === 1 && post.contentType !== 'carousel',
  facts: (post, language, run) =>
    hasHook('fact', 'figure')(post, language, run) &&
    (!NUMBER_HOOK.test(hookOf(post)) || /[\p{Nd}一二三四五六七八九十百千万]/u.test(post.sources[0]?.passage ?? '')),
  insight: (post) => post.sources.length > 0 && post.contentType !== 'carousel',
};

/** Every post of a run is in the template's style; others only come last, when the style's invitations are used up. */
export const inStyle: Check = (run) => {
  const style = styleOf(run);
  if (style === 'general') return [];
  const faults: string[] = [];
  let invitations = 0;
  for (const [index, post] of run.posts.entries()) {
    const languages = packsOf(post, run);
    const invites = languages.map(({ prompts }) =>
      prompts.filter((prompt) => prompt.style === style).map(({ title }) => title),
    );
    if (post.sources.length === 0 && invites.some((titles) => isPhrase(hookOf(post), titles, run.niche))) {
      invitations += 1;
      continue;
    }
    const isFit = languages.some((language) => IN_STYLE[style](post, language, run));
    const isLast = invitations >= Math.max(...invites.map((titles) => titles.length));
    if (!isFit && !isLast) faults.push(`post ${index + 1} is no ${style}: ${hookOf(post)}`);
  }
  return faults;
};

/** Where the source names the speaker of a quotation in the line below it, the post names them, too. */
export const namesSpeakers: Check = eachPost((post, run) => {
  const text = sourceOf(post, run)?.text ?? '';
  return post.sources.flatMap(({ passage }) => {
    const name = speakerBelow(text, passage);
    return name && !post.caption.includes(name) ? [`said by ${name}: ${passage}`] : [];
  });
});

function speakerBelow(text: string, passage: SourceNote['passage']): string | null {
  const at = text.indexOf(passage);
  if (at < 0 || !/^["“„»«「]/.test(passage)) return null;
  return /^\n\n[—–-] ?(\p{Lu}[^,\n]+)/u.exec(text.slice(at + passage.length))?.[1] ?? null;
}
