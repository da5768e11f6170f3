import type { Slide } from '../../shared/pictures/card.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { PostForm } from '../../shared/posts/post-reasons.ts';
import type { Alternatives, ContentType, SourceNote } from '../../shared/workspace/database.ts';

/**
 * What was read of one source URL. `picture` is the lead picture's URL, `language` a BCP 47 tag; `entries` are the pages
 * of a feed's entries; `reason` is a sentence for people.
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

/** The address of the page of a feed's entry, whose title is a heading of the text. */
export type FeedEntry = { heading: string; url: string };

export type ReadableSource = Extract<SourceReading, { ok: true }>;

/** What a writer is asked for. */
export type WriteRequest = {
  niche: string;
  /** `{niche}` is already replaced in the prompt. */
  template: { name: string; prompt: string };
  sources: ReadableSource[];
  platforms: Platform[];
  count: number;
  /** Captions of the last 30 days and of this run; no post may be nearly the same as one of them. */
  avoid: string[];
  /** Those of `avoid` that are the same project's: a model is shown no others. None where it is left out. */
  earlier?: string[];
  /** Somebody asked for posts although no source can be read. */
  withoutSources?: boolean;
  /** The project has a video, which serves the platforms that take nothing else. */
  hasVideo: boolean;
  /** The same request with the same seed gives the same posts; another seed gives others. */
  seed: string;
  /** Called after each post with how many are done. */
  onPost(done: number): void;
  signal?: AbortSignal;
};

/** A post as a writer hands it over: not drawn, not stored, not scheduled. */
export type WrittenPost = {
  contentType: ContentType;
  caption: string;
  hashtags: string[];
  alternatives: Alternatives;
  slides: Slide[];
  sources: SourceNote[];
  /** What the built-in writer made of what the template asks for; absent where a model wrote. */
  form?: PostForm;
  /**
   * What a model needed to write it, in tokens and US dollars (null where its price is not known); absent for the
   * built-in writer.
   */
  usage?: { inputTokens: number; outputTokens: number; costUsd: number | null };
  /** Name of the writer who wrote it in place of the one that was asked. */
  writer?: string;
};

/**
 * Writes posts. `name` is kept with each post: 'built-in' or 'provider:model'. May return fewer posts than asked for,
 * never more.
 */
export type Writer = { name: string; write(request: WriteRequest): Promise<WrittenPost[]> };
