import { isNearDuplicate, tokensOf } from '../../../../../server/generation/writers/text/similarity.ts';
import { splitSentences } from '../../../../../server/generation/writers/text/split-sentences.ts';
import { checkText } from '../../../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../../../shared/posts/platforms.ts';
import { type Check, eachPost, linesOf, packsOf, sourceOf } from './run.ts';

/** Units, number words and other words that are useless as hashtags. */
const EMPTY_TAGS =
  /^#(forty|twenty|hundred|grams?|degrees|gramm|grad|euros?|gramos|grados|grammes|degrés|gramas|graus|reais|pesos|choisir|ahorrar|comprar|difference|time|people|zeit|menschen|tiempo|gente|temps|gens|tempo|pessoas)$/i;

/** No two posts of a run are nearly identical, start alike, or share a sentence or a heading. */
export const different: Check = (run) => {
  const seen = new Set<string>();
  return run.posts.flatMap((post, index) => {
    const named = run.sources.map(({ title }) => title);
    const [language] = packsOf(post, run);
    const faults = run.posts
      .slice(0, index)
      .filter((other) => isNearDuplicate(post.caption, other.caption))
      .map(() => `post ${index + 1} repeats an earlier one`);
    // Several posts may start with their source's title, and passages that don't name their subject with its heading.
    const told = tokensOf(post.sources.map(({ passage }) => passage).join(' '));
    const hooks = linesOf(post.caption)
      .slice(0, 1)
      .filter((hook) => !named.some((title) => hook.includes(title)))
      .filter((hook) => [...tokensOf(hook)].some((word) => word.length > 4 && told.has(word)));
    const said = post.sources.flatMap(({ passage }) => (language ? splitSentences(passage, language) : [passage]));
    for (const text of new Set([...hooks, ...said])) {
      if (seen.has(text)) faults.push(`post ${index + 1} says again: ${text}`);
      seen.add(text);
    }
    return faults;
  });
};

/**
 * One to five distinct tags, the niche first, made of whole words of the niche or the source, without common words or
 * units.
 */
export const fittingHashtags: Check = eachPost((post, run) => {
  const languages = packsOf(post, run);
  const sources = sourceOf(post, run) ? [sourceOf(post, run)] : run.sources;
  const known = simplify([run.niche, ...sources.map((source) => `${source?.title} ${source?.text}`)].join(' '));
  const faults: string[] = [];
  if (post.hashtags.length < 1 || post.hashtags.length > 5) faults.push(`${post.hashtags.length} tags`);
  if (new Set(post.hashtags.map((tag) => tag.toLowerCase())).size < post.hashtags.length) faults.push('a tag twice');
  if (simplify(post.hashtags[0] ?? '') !== simplify(run.niche)) faults.push(`not the niche first: ${post.hashtags[0]}`);
  for (const tag of post.hashtags) {
    const isCommon = languages.some((language) => language.stopwords.has(tag.slice(1).toLowerCase()));
    if (!/^#[\p{L}\p{N}\p{M}ー]{2,28}$/u.test(tag) || isCommon || EMPTY_TAGS.test(tag))
      faults.push(`no good tag: ${tag}`);
    const words = tag
      .slice(1)
      .split(/(?=\p{Lu})/u)
      .map((word) => simplify(word).replaceAll(simplify(run.niche), ''));
    if (!words.every((word) => known.includes(word))) faults.push(`a tag from nowhere: ${tag}`);
  }
  return faults;
});

/** The text for each platform keeps to its limits and adds nothing to the caption. */
export const withinLimits: Check = eachPost((post) =>
  Object.entries(post.alternatives).flatMap(([platform, { caption, hashtags }]) => {
    const { isTooLong, hasTooManyHashtags, hasBadTitle } = checkText(platform as Platform, caption, hashtags);
    const faults = isTooLong || hasTooManyHashtags || hasBadTitle ? [`${platform} would refuse it`] : [];
    if (!/\p{L}/u.test(caption)) faults.push(`${platform} gets no text`);
    const added = linesOf(caption)
      .slice(1)
      .filter((line) => !post.caption.includes(line));
    return [...faults, ...added.map((line) => `${platform} says more: ${line}`)];
  }),
);

function simplify(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}ー]+/gu, '');
}
