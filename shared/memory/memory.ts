import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { storableText } from '../posts/storable-text.ts';
import { figuresSchema } from '../publishing/figures.ts';

/** Published and scheduled posts, found by words or by similarity. */

export const POSTED_LIMIT_DEFAULT = 20;
export const POSTED_LIMIT_MAX = 50;
const QUERY_MAX_LENGTH = 500;
const TEXT_MAX_LENGTH = 20_000;

/** Where a post was published; without a delivery, where it will be published. */
const postedPlaceSchema = z.object({
  deliveryId: z.uuid().nullable(),
  platform: platformSchema,
  accountId: z.uuid().nullable(),
  /** The account's label; null if the user publishes manually on the platform's page. */
  account: z.string().nullable(),
  /** ISO 8601; null if unknown. */
  at: z.string().nullable(),
  url: z.string().nullable(),
  /** Null if no metrics are known. */
  figures: figuresSchema.nullable(),
});

const postedSchema = z.object({
  /** The content's id, or the archived post's. */
  id: z.uuid(),
  /** The id of its entry in the timeline; null for a post from an archive. */
  postId: z.uuid().nullable(),
  /** Up to 20,000 characters. */
  text: z.string(),
  at: z.string().nullable(),
  /** Whether it is published. */
  isOut: z.boolean(),
  places: z.array(postedPlaceSchema),
});

/** A part of a text; `isMatch` if it is one of the searched words. */
const snippetPartSchema = z.object({ text: z.string(), isMatch: z.boolean() });
export type SnippetPart = z.infer<typeof snippetPartSchema>;

export const foundPostSchema = postedSchema.extend({ snippet: z.array(snippetPartSchema) });
export type FoundPosted = z.infer<typeof foundPostSchema>;

/** `likeness` is from 0.6 to 1 for a near-duplicate; null for a post about the same topic. */
export const similarPostSchema = postedSchema.extend({ likeness: z.number().nullable() });
export type SimilarPosted = z.infer<typeof similarPostSchema>;

/** The rows returned by the database functions. */
export const postedRowsSchema = z.array(postedSchema.extend({ likeness: z.number().nullable().default(null) }));

export const postedQuerySchema = z.object({
  q: storableText(QUERY_MAX_LENGTH),
  account: z.uuid().optional(),
  platform: platformSchema.optional(),
  before: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(POSTED_LIMIT_MAX).default(POSTED_LIMIT_DEFAULT),
});
export type PostedQuery = z.output<typeof postedQuerySchema>;

export const similarRequestSchema = z.object({
  text: storableText(TEXT_MAX_LENGTH),
  account: z.uuid().optional(),
  platform: platformSchema.optional(),
  /** The id of the content with this text, which is excluded from the results. */
  otherThan: z.uuid().optional(),
  limit: z.number().int().min(1).max(20).default(5),
});
export type SimilarRequest = z.output<typeof similarRequestSchema>;
