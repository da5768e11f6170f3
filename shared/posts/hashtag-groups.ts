import { z } from 'zod';
import { hashtagsSchema } from './compose.ts';
import { storableText } from './storable-text.ts';

export const GROUP_NAME_MAX_LENGTH = 60;

/** Hashtags saved under a name, which is unique regardless of case. */
export const hashtagGroupSchema = z.object({ id: z.uuid(), name: z.string(), hashtags: z.array(z.string()) });
export type HashtagGroup = z.infer<typeof hashtagGroupSchema>;

/** PUT /api/hashtag-groups. */
export const hashtagGroupFieldsSchema = z.strictObject({
  name: storableText(GROUP_NAME_MAX_LENGTH)
    .overwrite((name) => name.trim())
    .refine((name) => name !== '', 'A group needs a name.'),
  hashtags: hashtagsSchema.refine((tags) => tags.length > 0, 'A group needs a hashtag.'),
});

/** The group with this name, ignoring case. */
export function groupNamed<Group extends { name: string }>(groups: readonly Group[], name: string): Group | undefined {
  const wanted = name.trim().toLowerCase();
  return groups.find((group) => group.name.toLowerCase() === wanted);
}
