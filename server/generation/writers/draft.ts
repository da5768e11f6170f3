import type { Slide } from '../../../shared/pictures/card.ts';
import type { PostForm } from '../../../shared/posts/post-reasons.ts';
import type { ContentType } from '../../../shared/workspace/database.ts';
import type { Sentence } from './text/sentences.ts';

/** The formats of posts made from a source. */
export type Format = Exclude<PostForm['made'], 'invitation'>;

/** One part of a post: a paragraph, or a numbered point, which may have a heading of the source as its title. */
export type Part = { title?: string; sentences: string[] };

/** A post before platform limits are applied. Empty strings are omitted. */
export type Draft = {
  format: PostForm['made'];
  contentType: Exclude<ContentType, 'video'>;
  /** A heading of the source, the name of a list, or empty. */
  hook: string;
  /** The post's title for platforms that need one. */
  title: string;
  numbered: boolean;
  /** Steps that are useless when incomplete. */
  isIndivisible: boolean;
  parts: Part[];
  credit: Credit;
  slides: Slide[];
  used: Sentence[];
  headings: string[];
};

/** A post's source: a line that names it, and its address. */
export type Credit = { line: string; link: string };
