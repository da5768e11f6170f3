import type { VoiceExample } from '../../shared/ai/voice.ts';
import type { Slide } from '../../shared/pictures/card.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { PostForm } from '../../shared/posts/post-reasons.ts';
import type { Alternatives, ContentType, SourceNote } from '../../shared/workspace/database.ts';

/**
 * The result of reading one source URL. `picture` is the lead picture's URL, `language` a BCP 47 tag; `entries` are the
 * pages of a feed's entries; `reason` is a sentence for users.
 */
export type SourceReading =
  | {
      ok: true;
      url: string;
      title: string;
      text: string;
      language: string | null;
      picture: string | null;
      entries?: FeedEntry[];
    }
  | { ok: false; url: string; reason: string };

/** The page of a feed entry; `heading` is the entry's heading in the text. */
export type FeedEntry = { heading: string; url: string };

export type ReadableSource = Extract<SourceReading, { ok: true }>;

/** The input of a writer. */
export type WriteRequest = {
  niche: string;
  /** `{niche}` is already replaced in the prompt. */
  template: { name: string; prompt: string };
  sources: ReadableSource[];
  platforms: Platform[];
  count: number;
  /** Captions of the last 30 days and of this run; no new post may be a near-duplicate of one. */
  avoid: string[];
  /** The captions in `avoid` that belong to the same project; only these are shown to a model. Defaults to none. */
  earlier?: string[];
  /** The user's own captions, which show a model how they write. Defaults to none. */
  voice?: VoiceExample[];
  /** Posts were explicitly requested even if no source can be read. */
  withoutSources?: boolean;
  /** The project has a video, for platforms that accept only videos. */
  hasVideo: boolean;
  /** The same request and seed produce the same posts; another seed produces others. */
  seed: string;
  /** Called after each post with the number done. */
  onPost(done: number): void;
  signal?: AbortSignal;
};

/** A post as returned by a writer: without media, not stored or scheduled. */
export type WrittenPost = {
  contentType: ContentType;
  caption: string;
  hashtags: string[];
  alternatives: Alternatives;
  slides: Slide[];
  sources: SourceNote[];
  /** How the built-in writer followed the template; absent for a model's posts. */
  form?: PostForm;
  /** The model's tokens and cost in US dollars (null when the price is unknown); absent for the built-in writer. */
  usage?: { inputTokens: number; outputTokens: number; costUsd: number | null };
  /** The fallback that wrote instead of the requested writer, if any. */
  writer?: string;
  /** The captions that the model was shown. */
  voice?: VoiceExample[] | undefined;
};

/**
 * Writes posts. `name` is stored with each post: 'built-in' or 'provider:model'. May return fewer posts than asked for,
 * never more.
 */
export type Writer = {
  name: string;
  /** Whether its model runs on this machine or at a provider. Absent for the built-in writer. */
  place?: 'here' | 'elsewhere';
  write(request: WriteRequest): Promise<WrittenPost[]>;
};
