import { TAGS_MAX, tagsLength } from '../../../../../shared/platforms/youtube/options.ts';
import { titledText } from '../../../../../shared/posts/platform-limits.ts';
import type { OutgoingPost } from '../../publisher.ts';
import { PublishError } from '../../publisher.ts';
import { type Choices, choicesSchema } from './account.ts';

const TITLE = { min: 2, max: 100 };
/** In bytes of UTF-8. */
const DESCRIPTION_MAX_BYTES = 5000;

/** Categories by option: those that every country has. https://developers.google.com/youtube/v3/docs/videoCategories */
const CATEGORIES = {
  film: '1',
  autos: '2',
  music: '10',
  pets: '15',
  sports: '17',
  travel: '19',
  gaming: '20',
  people: '22',
  comedy: '23',
  entertainment: '24',
  news: '25',
  howto: '26',
  education: '27',
  science: '28',
  nonprofits: '29',
};

/** A hashtag as made by the writer or typed by users. */
const HASHTAG = /(?<![\p{L}\p{N}_&/])#([\p{L}\p{N}_]{1,100})/gu;

/** A video's title, description and tags. */
export type VideoWords = { title: string; description: string; tags: string[] };

type Worded = Pick<OutgoingPost, 'parts' | 'options'>;

/**
 * The first line is the title, the rest the description, and the hashtags of both are the tags, unless the post has
 * others among its options.
 */
export function wordsOfPost({ parts: [text = ''], options = {} }: Worded): VideoWords {
  const { title, body } = titledText('youtube_shorts', text, options);
  const { tags } = options;
  return { title: title ?? '', description: body, tags: Array.isArray(tags) ? tags : tagsOf(text) };
}

function tagsOf(text: string): string[] {
  const tags: string[] = [];
  for (const [, tag = ''] of text.matchAll(HASHTAG)) {
    if (tags.some((known) => known.toLowerCase() === tag.toLowerCase())) continue;
    if (tagsLength([...tags, tag]) > TAGS_MAX) break;
    tags.push(tag);
  }
  return tags;
}

/** What was chosen for this video, or for all of the channel. */
export function choicesOf({ options = {} }: Pick<OutgoingPost, 'options'>, ofChannel: Choices): Choices {
  const { success, data } = choicesSchema.shape.privacy.safeParse(options.privacy);
  return {
    privacy: success ? data : ofChannel.privacy,
    isMadeForKids: options.madeForKids === undefined ? ofChannel.isMadeForKids : options.madeForKids === 'yes',
  };
}

/**
 * The metadata sent before the bytes. With `until`, YouTube publishes the video then. PublishError `rejected` for what YouTube does not accept.
 * https://developers.google.com/youtube/v3/docs/videos#resource
 */
export function videoResource(post: OutgoingPost, ofChannel: Choices, until?: string): object {
  const { title, description, tags } = wordsOfPost(post);
  const { privacy, isMadeForKids } = choicesOf(post, ofChannel);
  const { options = {} } = post;
  const refuse = (why: string) => new PublishError('rejected', why);
  if (title.length < TITLE.min || title.length > TITLE.max)
    throw refuse(`The first line is the title: it needs ${TITLE.min} to ${TITLE.max} characters.`);
  if (/[<>]/.test(title + description)) throw refuse('YouTube takes no < and > in a title or description.');
  if (Buffer.byteLength(description) > DESCRIPTION_MAX_BYTES)
    throw refuse(`The description has more than ${DESCRIPTION_MAX_BYTES} bytes, which is all that YouTube takes.`);
  const category = Object.entries(CATEGORIES).find(([name]) => name === options.category)?.[1] ?? CATEGORIES.people;
  return {
    snippet: { title, description, categoryId: category, ...(tags.length > 0 && { tags }) },
    status: {
      ...(until === undefined ? { privacyStatus: privacy } : { privacyStatus: 'private', publishAt: until }),
      selfDeclaredMadeForKids: isMadeForKids,
      ...(options.license !== undefined && { license: options.license }),
      ...(options.embeddable !== undefined && { embeddable: options.embeddable }),
      ...(post.media.some(({ isAiMade }) => isAiMade) && { containsSyntheticMedia: true }),
    },
  };
}
