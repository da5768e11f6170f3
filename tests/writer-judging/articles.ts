import { readFile } from 'node:fs/promises';
import type { ReadableSource } from '../../server/generation/post.ts';
import { readHtml } from '../../server/generation/sources/read-html.ts';

/** The languages of tests/fixtures/articles/judged, each a file with ten articles of different kinds. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'] as const;

/** An article to write posts from, with the niche of a suitable project. */
export type JudgedArticle = { language: string; kind: string; niche: string; source: ReadableSource };

/** The comment before each page: `<!-- kind: recipe; niche: Backen -->`. */
const LABEL = /<!-- kind: (?<kind>[\w-]+); niche: (?<niche>[^\n]+?) -->\n/;

/** All 60 articles, as the function reads them. */
export async function judgedArticles(): Promise<JudgedArticle[]> {
  const files = await Promise.all(LANGUAGES.map(articlesIn));
  return files.flat();
}

async function articlesIn(language: string): Promise<JudgedArticle[]> {
  const file = await readFile(new URL(`../fixtures/articles/judged/${language}.html`, import.meta.url), 'utf8');
  const [, ...parts] = file.split(LABEL);
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const [kind = '', niche = '', html = ''] = parts.slice(index * 3, index * 3 + 3);
    const url = `https://${kind}.${language}.example/article`;
    const { text, ...content } = readHtml(html, url);
    if (text === null) throw new Error(`${language}/${kind} has no readable text`);
    return { language, kind, niche, source: { ok: true, url, text, ...content } };
  });
}
