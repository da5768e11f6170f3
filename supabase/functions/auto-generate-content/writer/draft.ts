import type { Slide } from '../../../../shared/pictures/card.ts';
import type { ContentType } from '../../../../shared/workspace/database.ts';
import type { Sentence } from './text/sentences.ts';

/** The shapes that a post can take. */
export type Format = 'insight' | 'list' | 'steps' | 'tip' | 'question' | 'opinion' | 'quote' | 'fact' | 'story';

/** One thing that a post says: a paragraph, or a numbered point whose title is a heading of the source. */
export type Part = { title?: string; sentences: string[] };

/** A post before its platforms' limits. Empty strings are left out. */
export type Draft = {
  format: Format;
  contentType: Exclude<ContentType, 'video'>;
  hook: string;
  /** Used instead of `hook` where parts had to be left out. */
  shortHook: string;
  /** What the post is called where a title is needed. */
  title: string;
  numbered: boolean;
  parts: Part[];
  callToAction: string;
  credit: string;
  slides: Slide[];
  /** The sentences of the sources that it used up. */
  used: Sentence[];
  /** The headings of the sources that it used up. */
  headings: string[];
};
