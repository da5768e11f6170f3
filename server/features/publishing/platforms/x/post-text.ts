import { z } from 'zod';

/** How X tells of the links in a text: what stands there, and what it leads to. Those of media have a key. */
export const urlEntitySchema = z.object({
  url: z.string().max(100),
  expanded_url: z.string().optional().catch(undefined),
  media_key: z.string().optional().catch(undefined),
});
export type UrlEntity = z.infer<typeof urlEntitySchema>;

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The text of a post as X tells it: three signs as in HTML, links shortened, and those of its media at the end. */
export function textOfPost(text: string, urls: readonly UrlEntity[] = []): string {
  let full = text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
  for (const { url, expanded_url, media_key } of urls)
    full = full.replaceAll(url, () => (media_key === undefined ? (expanded_url ?? url) : ''));
  return full;
}

/** What two ways of writing the same post have in common: X completes links, and drops blanks at the ends. */
export function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/https?:\/\//g, '')
    .replace(/[\s/\u200b\u200e\u200f\ufeff]+/g, '');
}
