import { z } from 'zod';
import { PLATFORMS, type Platform, platformOf } from '../posts/platforms.ts';

/** Longest search, in characters: the longest handles are domains. */
export const PEOPLE_QUERY_MAX_LENGTH = 100;
/** Shorter searches match almost everyone. */
export const PEOPLE_QUERY_MIN_LENGTH = 2;
/** The most people in one answer. */
export const PEOPLE_MAX = 8;
export const PEOPLE_NAME_MAX_LENGTH = 200;
const HANDLE_MAX_LENGTH = 500;

/** Platforms whose API finds people by a part of their name, for a user's own account and free of charge. */
export const PEOPLE_PLATFORMS: readonly Platform[] = PLATFORMS.map(({ id }) => id).filter(findsPeople);

export function findsPeople(platform: Platform): boolean {
  return platformOf(platform).findsPeople === true;
}

export const personSchema = z.object({
  /** The part of a mention after @: `ada.bsky.social`, `ada@mastodon.example`. */
  handle: z.string().min(1).max(HANDLE_MAX_LENGTH),
  /** The display name; the handle if there is none. */
  name: z.string().max(PEOPLE_NAME_MAX_LENGTH),
  /** Whether `getPersonPicture` may have a picture. */
  hasPicture: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

export const peopleQuerySchema = z.object({
  /** The beginning of a name or handle, with or without @. */
  query: z
    .string()
    .trim()
    .min(PEOPLE_QUERY_MIN_LENGTH, `type at least ${PEOPLE_QUERY_MIN_LENGTH} characters of a name`)
    .max(PEOPLE_QUERY_MAX_LENGTH, `at most ${PEOPLE_QUERY_MAX_LENGTH} characters`),
});
export const peopleSchema = z.array(personSchema).max(PEOPLE_MAX);

export const personPictureQuerySchema = z.object({ handle: z.string().min(1).max(HANDLE_MAX_LENGTH) });
/** `picture` is a small data: URL; null if there is none. */
export const personPictureSchema = z.object({ picture: z.string().nullable() });
