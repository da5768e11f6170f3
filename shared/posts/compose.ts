import { z } from 'zod';
import { cardSchema } from '../pictures/card.ts';
import { parseHashtags } from './composing.ts';
import { linkCardSchema } from './link-card.ts';
import { postOptionsSchema } from './options-schema.ts';
import { platformSchema } from './platforms.ts';
import { storableText as text } from './storable-text.ts';
import { coverTimeSchema, videoCaptionsSchema } from './video-captions.ts';

/** Longer than any platform allows, so that a text that is too long can be saved and shortened. */
export const CAPTION_MAX_LENGTH = 100_000;
export const FIRST_COMMENT_MAX_LENGTH = 10_000;
export const ALT_MAX_LENGTH = 2000;
export const HASHTAGS_MAX = 100;
export const HASHTAG_MAX_LENGTH = 200;
export const MEDIA_MAX = 20;
export const ACCOUNTS_MAX = 100;

/**
 * With or without #, which is not counted. The database has the same rule (private.hashtags_of), for rows that are
 * written directly.
 */
export const hashtagsSchema = z
  .array(text(HASHTAG_MAX_LENGTH + 1))
  .max(HASHTAGS_MAX)
  .overwrite((tags) => parseHashtags(tags.join(' ')))
  .refine((tags) => tags.length <= HASHTAGS_MAX, `A post has at most ${HASHTAGS_MAX} hashtags.`)
  .refine(
    (tags) => tags.every((tag) => tag.length <= HASHTAG_MAX_LENGTH + 1),
    `A hashtag has at most ${HASHTAG_MAX_LENGTH} characters.`,
  );
const hashtags = hashtagsSchema;
const version = z.object({ caption: text(CAPTION_MAX_LENGTH), hashtags });
const address = { path: z.string().max(1024), url: z.string().max(4096) };
const pixels = z.number().positive().max(100_000).optional();

/** How a picture is fitted to a platform's shape: cropped in the middle, or padded with white borders. */
export const pictureFitSchema = z.enum(['crop', 'pad']);

/** As in MediaItem (shared/workspace/database.ts). */
const mediaItem = z.object({
  ...address,
  kind: z.enum(['image', 'video']),
  width: pixels,
  height: pixels,
  alt: text(ALT_MAX_LENGTH).optional(),
  poster: z.object(address).optional(),
  coverMs: coverTimeSchema.optional(),
  captions: videoCaptionsSchema.optional(),
  isAiMade: z.boolean().optional(),
  fit: pictureFitSchema.optional(),
  // A card of another version that cannot be read is dropped.
  card: cardSchema.optional().catch(undefined),
});

/**
 * A post's editable fields: the `fields` of public.save_content, which takes any of them and leaves the others
 * unchanged. It returns `updated_at`, the next call's `expected`; after other changes (scheduling, cancelling, "Save"),
 * read updated_at again. Repeat a call without an answer unchanged before sending another one.
 */
export const postFieldsSchema = z.object({
  caption: text(CAPTION_MAX_LENGTH),
  hashtags,
  /** By platform: overrides `caption` and `hashtags`. */
  alternatives: z.partialRecord(platformSchema, version),
  /** By account id: overrides the platform's version. */
  account_versions: z
    .record(z.uuid(), version)
    .refine((versions) => Object.keys(versions).length <= ACCOUNTS_MAX, `At most ${ACCOUNTS_MAX} accounts.`),
  first_comment: text(FIRST_COMMENT_MAX_LENGTH),
  /**
   * Several pictures as one document, on platforms that accept one; null for the default of goesAsDocument
   * (shared/publishing/document.ts).
   */
  as_document: z.boolean().nullable(),
  /** The link card for platforms that do not read pages; null for the card of the text's first link. */
  link_card: linkCardSchema.nullable(),
  /** The options chosen for each platform; absent values are the account's defaults. */
  options: postOptionsSchema,
  platforms: z.array(platformSchema),
  /** Null: every connected account of the platforms. */
  account_ids: z.array(z.uuid()).min(1).max(ACCOUNTS_MAX).nullable(),
  /** In display order. */
  media: z.array(mediaItem).max(MEDIA_MAX),
});
export type PostFields = z.infer<typeof postFieldsSchema>;

export const EMPTY_POST: PostFields = {
  caption: '',
  hashtags: [],
  alternatives: {},
  account_versions: {},
  first_comment: '',
  as_document: null,
  link_card: null,
  options: {},
  platforms: [],
  account_ids: null,
  media: [],
};

/** Tokens cost money, and no post is longer. */
export const REWRITE_MAX_LENGTH = 20_000;
export const REWRITE_TONES = ['friendly', 'professional', 'playful', 'confident', 'plain'] as const;

const asked = { text: text(REWRITE_MAX_LENGTH), platform: platformSchema.optional() };

/** With a platform, the text should fit it. */
export const rewriteRequestSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('shorten'), ...asked }),
  z.object({ action: z.literal('lengthen'), ...asked }),
  z.object({ action: z.literal('tone'), ...asked, tone: z.enum(REWRITE_TONES) }),
  z.object({ action: z.literal('hashtags'), ...asked }),
  z.object({ action: z.literal('platform'), ...asked, platform: platformSchema }),
]);
export type RewriteRequest = z.infer<typeof rewriteRequestSchema>;

/**
 * `text` for all actions but `hashtags`; both are null when the built-in writer cannot do it. `writer` as stored with
 * posts; `note` is a sentence for the user: what the built-in writer did, or what needs a model.
 */
export const rewriteResultSchema = z.object({
  text: z.string().nullable(),
  hashtags: z.array(z.string()).nullable(),
  writer: z.string(),
  note: z.string().nullable(),
});
export type RewriteResult = z.infer<typeof rewriteResultSchema>;
