import type { Slide } from '../../../shared/pictures/card.ts';
import type { PostForm } from '../../../shared/posts/post-reasons.ts';
import type { ContentType } from '../../../shared/workspace/database.ts';
import type { Sentence } from './text/sentences.ts';

/** The shapes that a post of a source can take. */
export type Format = Exclude<PostForm['made'], 'invitation'>;

/** One thing that a post says: a paragraph, or a numbered point whose title is a heading of the source. */
export type Part = { title?: string; sentences: string[] };

/** A post before its platforms' limits. Empty strings are left out. */
export type Draft = {
  format: PostForm['made'];
  contentType: Exclude<ContentType, 'video'>;
  /** A heading of the source, the name of a list, or nothing. */
  hook: string;
  /** What the post is called where a title is needed. */
  title: string;
  numbered: boolean;
  /** Steps that mean nothing when some are missing. */
  isIndivisible: boolean;
  parts: Part[];
  credit: Credit;
  slides: Slide[];
  /** The sentences of the sources that it used up. */
  used: Sentence[];
  /** The headings of the sources that it used up. */
  headings: string[];
};

/** Where a post comes from: a line that names it, and its address. */
export type Credit = { line: string; link: string };
