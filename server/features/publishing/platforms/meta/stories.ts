import { z } from 'zod';
import { STORY, STORY_SECONDS } from '../../../../../shared/platforms/story.ts';
import { type OutgoingMedia, type OutgoingPost, PublishError } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { idSchema } from './graph.ts';

/** How long a story is listed: a day, less a margin for clock differences. */
const LISTED_MS = 23 * 3_600_000;

/** Whether a post is a story: a single file, listed apart from posts, and recognisable only by that file. */
export function isStory(post: Pick<OutgoingPost, 'options'>): boolean {
  return chosenOptions(post).text('format') === STORY;
}

/** The file of a story. Throws PublishError `rejected` for other files. */
export function storyFile({ media: [file, ...others] }: OutgoingPost): OutgoingMedia {
  if (!file || others.length > 0) throw new PublishError('rejected', 'A story is one picture or one video.');
  const { seconds } = file;
  if (file.kind === 'video' && seconds && (seconds < STORY_SECONDS.min || Math.floor(seconds) > STORY_SECONDS.max))
    throw new PublishError(
      'rejected',
      `The video of a story must last ${STORY_SECONDS.min} to ${STORY_SECONDS.max} seconds.`,
    );
  return file;
}

/** A note on the omitted first comment, for the story's part; empty if there is none. */
export function storyNote({ parts }: OutgoingPost): { note?: string } {
  return parts.length > 1 ? { note: 'A story cannot have a first comment, so none was posted.' } : {};
}

/** Whether a story of this post would still be listed. */
export function mayBeListed({ dueAt }: OutgoingPost, now: Date): boolean {
  return now.getTime() - Date.parse(dueAt) < LISTED_MS;
}

const noteSchema = z.object({ storyId: idSchema });

/** Stores the id that a story has before it is published. */
export async function noteStory({ upload }: OutgoingPost, storyId: string): Promise<void> {
  await upload?.write({ storyId });
}

/** The id that an attempt stored; null if unknown. */
export async function notedStory({ upload }: OutgoingPost): Promise<{ storyId: string; isOfLatest: boolean } | null> {
  const note = await upload?.read();
  const { success, data } = noteSchema.safeParse(note?.value);
  return note && success ? { ...data, isOfLatest: note.isOfLatest } : null;
}

export const STORY_GONE_FROM_LIST =
  'A story is listed for a day only, and this one was due before. Look at the account.';
export const STORY_UNCLEAR =
  'A story has appeared on the account since then, and it is unclear whether it is this one. Look at the account.';
