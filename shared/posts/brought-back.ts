import { z } from 'zod';
import { platformLabel, platformSchema } from './platforms.ts';

/** How much of the text is new: all of it, some of its versions, or none. */
const newnessSchema = z.enum(['new', 'some', 'same']);
export type Newness = z.infer<typeof newnessSchema>;

/** The earlier post that a post was brought back from: generated_content.brought_back. */
export const broughtBackSchema = z.object({
  words: newnessSchema,
  /** Null if unknown. */
  success: z.number().nullable(),
  publishedAt: z.string(),
  platform: platformSchema,
  account: z.string().nullable(),
  /** How the earlier text begins. */
  begins: z.string(),
});
export type BroughtBack = z.infer<typeof broughtBackSchema>;

/** Null if the value is not of this schema, such as one of another version. */
export function readBroughtBack(value: unknown): BroughtBack | null {
  return broughtBackSchema.safeParse(value).data ?? null;
}

const BEGINNING = 60;

/** `“Why your loaf stays flat…”, posted to bakery on Oct 3, 2025. It did 2.3 times as well as usual.` */
export function broughtBackInWords({ words, success, publishedAt, platform, account, begins }: BroughtBack): string {
  const beginning = begins.length > BEGINNING ? `${begins.slice(0, BEGINNING).trim()}…` : begins;
  const what = begins === '' ? 'A post without text' : `“${beginning}”`;
  const day = new Date(publishedAt).toLocaleDateString('en-US', DAY);
  const from = `${what}, posted to ${account ?? platformLabel(platform)} on ${day}.`;
  return [
    from,
    success === null
      ? ''
      : `It did ${success.toLocaleString('en', { maximumFractionDigits: 1 })} times as well as usual.`,
    WORDS_NOTES[words] ?? '',
  ]
    .filter(Boolean)
    .join(' ');
}

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' };

/** What the user has to do about the text of a post that was brought back; null if nothing. */
export const WORDS_NOTES: { readonly [words in Newness]: string | null } = {
  new: null,
  some: 'Some of the text is still that of the earlier post. Change it before you publish it again.',
  same: 'The text is still that of the earlier post. Change it before you publish it again.',
};
