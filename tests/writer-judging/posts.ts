import { builtInWriter } from '../../server/generation/writers/built-in-writer.ts';
import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import { GENERAL_TEMPLATE } from '../../shared/posts/templates.ts';
import { judgedArticles } from './articles.ts';

/** A post to be judged, with the request that it was written for. */
export type JudgedPost = {
  version: string;
  language: string;
  kind: string;
  niche: string;
  template: string;
  caption: string;
  hashtags: string[];
  /** The text on the pictures. */
  slides: string[];
};

/** The starter templates of supabase/seed.sql, whose styles the writer knows by their names, and the built-in one. */
const TEMPLATES = [
  'Motivational Quotes',
  'Carousel Tips',
  'How-To Guide',
  'Question of the Week',
  'Story Friday',
  'Quick Facts',
  'Behind the Scenes',
].map((name) => ({ name, prompt: '' }));

/** How many posts are requested per article. */
export const POSTS_EACH = 2;

/** The posts that this checkout's writer makes from the 60 articles, with one template per article. */
export async function writePosts(version: string): Promise<{ asked: number; posts: JudgedPost[] }> {
  const articles = await judgedArticles();
  const templates = [...TEMPLATES, { name: GENERAL_TEMPLATE.name, prompt: GENERAL_TEMPLATE.prompt }];
  const posts: JudgedPost[] = [];
  for (const [index, { language, kind, niche, source }] of articles.entries()) {
    const template = templates[index % templates.length] ?? GENERAL_TEMPLATE;
    const written = await builtInWriter.write({
      niche,
      template,
      sources: [source],
      platforms: [...PLATFORM_IDS],
      count: POSTS_EACH,
      avoid: [],
      hasVideo: false,
      seed: `${language} ${kind}`,
      onPost() {},
    });
    for (const { caption, hashtags, slides } of written) {
      const words = slides.map((slide) => [slide.kicker, slide.title, slide.body].filter(Boolean).join(' / '));
      posts.push({ version, language, kind, niche, template: template.name, caption, hashtags, slides: words });
    }
  }
  return { asked: articles.length * POSTS_EACH, posts };
}
