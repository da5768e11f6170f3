import type { ReadableSource, WrittenPost } from '../../../../../server/generation/post.ts';
import { chooseLanguage } from '../../../../../server/generation/writers/languages/choose-language.ts';
import type { Language } from '../../../../../server/generation/writers/languages/language.ts';
import { recogniseStyle, type Style } from '../../../../../shared/posts/template-style.ts';

/** The result of one request to a writer: the posts of one day for one template. */
export type Run = {
  posts: readonly WrittenPost[];
  sources: readonly ReadableSource[];
  niche: string;
  template: { name: string; prompt: string };
};

/** Finds what is wrong with a run, one line for each fault. */
export type Check = (run: Run) => string[];

/** A check that is applied to each post separately. */
export function eachPost(faultsIn: (post: WrittenPost, run: Run) => string[]): Check {
  return (run) => run.posts.flatMap((post, index) => faultsIn(post, run).map((fault) => `post ${index + 1}: ${fault}`));
}

/** The lines of a caption, without list numbers. */
export function linesOf(caption: string): string[] {
  return caption
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^\d+\. /, ''));
}

/** The source that a post names; null for an invitation. */
export function sourceOf(post: WrittenPost, { sources }: Run): ReadableSource | null {
  return sourceAt(post.sources[0]?.url, sources) ?? null;
}

/** The source with this address, or with a feed entry that has it. */
export function sourceAt(address: string | undefined, sources: readonly ReadableSource[]): ReadableSource | undefined {
  return sources.find(({ url, entries = [] }) => [{ url }, ...entries].some((page) => page.url === address));
}

/** The languages that a post may be in: its source's, or for an invitation those of the run's sources. */
export function packsOf(post: WrittenPost, run: Run): Language[] {
  const source = sourceOf(post, run);
  const sources = source ? [source] : run.sources;
  if (sources.length === 0) return [chooseLanguage(`${run.niche} ${run.template.prompt}`, null)];
  return sources.map(({ text, language }) => chooseLanguage(text, language));
}

export function styleOf({ template }: Run): Style {
  return recogniseStyle(template);
}

/** Whether a line is one of a language's phrases with the niche and a number filled in. */
export function isPhrase(line: string, phrases: readonly string[], niche: string): boolean {
  const said = plain(line);
  return phrases.some((phrase) => {
    const [escaped, name] = [phrase, niche].map((text) => plain(text).replace(/[.*+?^$()[\]\\|]/g, '\\$&'));
    const pattern = (escaped ?? '').replaceAll('{niche}', () => name ?? '').replaceAll('{n}', '\\d+');
    return new RegExp(`^${pattern}$`, 'u').test(said);
  });
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s\u00a0]+/g, ' ');
}
