import { z } from 'zod';
import { STORY } from '../../../../../shared/platforms/story.ts';
import { type OutgoingMedia, type OutgoingPost, PublishError } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { idSchema } from './graph.ts';

/** Of a story's video, by the documents of both platforms. */
const SECONDS = { min: 3, max: 60 };
/** How long a story is listed. A little less, since clocks differ. */
const LISTED_MS = 23 * 3_600_000;

/** A story stands alone, in another list than posts, and nothing but its file tells it from others. */
export function isStory(post: Pick<OutgoingPost, 'options'>): boolean {
  return chosenOptions(post).text('format') === STORY;
}

/** The file of a story. PublishError `rejected` for other files. */
export function storyFile({ media: [file, ...others] }: OutgoingPost): OutgoingMedia {
  if (!file || others.length > 0) throw new PublishError('rejected', 'A story is one picture or one video.');
  const { seconds } = file;
  if (file.kind === 'video' && seconds && (seconds < SECONDS.min || Math.floor(seconds) > SECONDS.max))
    throw new PublishError('rejected', `The video of a story takes ${SECONDS.min} to ${SECONDS.max} seconds.`);
  return file;
}

/** What the post goes without, for its part; absent if nothing. */
export function storyNote({ parts }: OutgoingPost): { note?: string } {
  return parts.length > 1 ? { note: 'A story takes no first comment, so it has none.' } : {};
}

/** Whether a story of this post would still be listed. */
export function mayBeListed({ dueAt }: OutgoingPost, now: Date): boolean {
  return now.getTime() - Date.parse(dueAt) < LISTED_MS;
}

const noteSchema = z.object({ storyId: idSchema });

/** Notes by which id the platform knows a story before it is published. */
export async function noteStory({ upload }: OutgoingPost, storyId: string): Promise<void> {
  await upload?.write({ storyId });
}

/** What an attempt noted; null if unknown. */
export async function notedStory({ upload }: OutgoingPost): Promise<{ storyId: string; isOfLatest: boolean } | null> {
  const note = await upload?.read();
  const { success, data } = noteSchema.safeParse(note?.value);
  return note && success ? { ...data, isOfLatest: note.isOfLatest } : null;
}

export const STORY_GONE_FROM_LIST =
  'A story is listed for a day only, and this one was due before. Look at the account.';
export const STORY_UNCLEAR =
  'A story is on the account since then, and nothing tells whether it is this one. Look at the account.';
