import type { OutgoingPost } from '../../publisher.ts';
import { PublishError } from '../../publisher.ts';
import type { Choices } from './account.ts';

const TITLE = { min: 2, max: 100 };
/** In bytes of UTF-8. */
const DESCRIPTION_MAX_BYTES = 5000;
/** All tags together, separated by commas, with quotation marks around those with blanks. */
const TAGS_MAX = 500;
/** "People & Blogs", which every country has. */
const CATEGORY = '22';

/** A hashtag as made by the writer or typed by users. */
const HASHTAG = /(?<![\p{L}\p{N}_&/])#([\p{L}\p{N}_]{1,100})/gu;

/** A video's title, description and tags from the text. */
export type VideoWords = { title: string; description: string; tags: string[] };

/** The first line is the title, the rest the description, and the hashtags of both are the tags. */
export function wordsOfPost({ parts: [text = ''] }: Pick<OutgoingPost, 'parts'>): VideoWords {
  const [title = '', ...rest] = text.trim().split('\n');
  return { title: title.trim(), description: rest.join('\n').trim(), tags: tagsOf(text) };
}

function tagsOf(text: string): string[] {
  const tags: string[] = [];
  let length = 0;
  for (const [, tag = ''] of text.matchAll(HASHTAG)) {
    if (tags.some((known) => known.toLowerCase() === tag.toLowerCase())) continue;
    length += tag.length + (tags.length > 0 ? 1 : 0);
    if (length > TAGS_MAX) break;
    tags.push(tag);
  }
  return tags;
}

/**
 * The metadata sent before the bytes. PublishError `rejected` for what YouTube does not accept.
 * https://developers.google.com/youtube/v3/docs/videos#resource
 */
export function videoResource(post: OutgoingPost, { privacy, isMadeForKids }: Choices): object {
  const { title, description, tags } = wordsOfPost(post);
  const refuse = (why: string) => new PublishError('rejected', why);
  if (title.length < TITLE.min || title.length > TITLE.max)
    throw refuse(`The first line is the title: it needs ${TITLE.min} to ${TITLE.max} characters.`);
  if (/[<>]/.test(title + description)) throw refuse('YouTube takes no < and > in a title or description.');
  if (Buffer.byteLength(description) > DESCRIPTION_MAX_BYTES)
    throw refuse(`The description has more than ${DESCRIPTION_MAX_BYTES} bytes, which is all that YouTube takes.`);
  return {
    snippet: { title, description, categoryId: CATEGORY, ...(tags.length > 0 && { tags }) },
    status: {
      privacyStatus: privacy,
      selfDeclaredMadeForKids: isMadeForKids,
      ...(post.media.some(({ isAiMade }) => isAiMade) && { containsSyntheticMedia: true }),
    },
  };
}
