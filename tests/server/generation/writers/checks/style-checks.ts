import type { WrittenPost } from '../../../../../server/generation/post.ts';
import type { Language } from '../../../../../server/generation/writers/languages/language.ts';
import { splitSentences } from '../../../../../server/generation/writers/text/split-sentences.ts';
import type { PostForm } from '../../../../../shared/posts/post-reasons.ts';
import { type Check, linesOf, packsOf, styleOf } from './run.ts';

type Judge = (post: WrittenPost, language: Language) => boolean;

const isNumbered: Judge = (post) =>
  post.contentType === 'carousel' && post.slides.length >= 4 && /^3\. /m.test(post.caption);

/** Whether a post has the form that it claims. */
const SHAPES: { [made in PostForm['made']]: Judge } = {
  quote: (post, language) => {
    const [open, close] = language.quotes.map((mark) => mark.trim());
    return new RegExp(`^([${open}“„»«「"]).+([${close}”“«»」"]|[.。])`, 'u').test(linesOf(post.caption)[0] ?? '');
  },
  list: isNumbered,
  steps: isNumbered,
  tip: (post, language) => post.sources.some(({ passage }) => language.advice.test(passage)),
  question: (post) => /[?？]$/.test(linesOf(post.caption)[0] ?? ''),
  story: (post, language) => {
    const sentences = splitSentences(post.sources.map(({ passage }) => passage).join(' '), language);
    const past = sentences.filter((sentence) => language.narrative.test(sentence)).length;
    return sentences.length >= 3 && past >= sentences.length * 0.7;
  },
  fact: (post) => /[\p{Nd}一二三四五六七八九十百千万]/u.test(post.sources[0]?.passage ?? ''),
  insight: (post) => post.sources.length > 0 && post.contentType !== 'carousel',
  invitation: (post) => post.sources.length === 0,
};

/** The forms that fit each style, if the sources allow them. */
const OF_STYLE: { [style: string]: readonly PostForm['made'][] } = {
  quote: ['quote'],
  tips: ['list', 'tip'],
  how_to: ['steps', 'tip'],
  question: ['question', 'invitation'],
  facts: ['fact'],
  story: ['story'],
  opinion: ['quote'],
  insight: ['insight'],
};

/** Every post has the form that it claims, and posts in the template's style come first. */
export const inStyle: Check = (run) => {
  const style = styleOf(run);
  const own = OF_STYLE[style];
  const faults: string[] = [];
  let isOver = false;
  for (const [index, post] of run.posts.entries()) {
    const { form } = post;
    if (!form || form.asked !== style) {
      faults.push(`post ${index + 1} does not say what it is`);
      continue;
    }
    if (!packsOf(post, run).some((language) => SHAPES[form.made](post, language)))
      faults.push(`post ${index + 1} is no ${form.made}: ${linesOf(post.caption)[0]}`);
    const isOwn = own?.includes(form.made) ?? true;
    if (isOwn && isOver) faults.push(`post ${index + 1} comes after others that are no ${style}`);
    isOver ||= !isOwn;
  }
  return faults;
};
