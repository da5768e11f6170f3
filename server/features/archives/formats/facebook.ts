import { z } from 'zod';
import { wrongForm } from '../messages.ts';
import { entryOf, type Format, kindOf } from './format.ts';
import { entriesOf, inMilliseconds, isSingle, JSON_FORM, mediaSchema, ownerByName, readable } from './meta.ts';

const FACEBOOK =
  /^([^/]+\/)?((your_facebook_activity|your_activity_across_facebook|this_profile's_activity_across_facebook)\/)?posts\/(your_posts(__check_ins__photos_and_videos)?_\d+|profile_posts_\d+)\.json$/;
const FACEBOOK_HTML =
  /^([^/]+\/)?((your_facebook_activity|your_activity_across_facebook|this_profile's_activity_across_facebook)\/)?posts\/(your_posts(__check_ins__photos_and_videos)?_\d+|profile_posts_\d+)\.html$/;
const facebookSchema = z.object({
  timestamp: z.number().nullish(),
  data: z.array(z.object({ post: z.string().optional() })).catch([]),
  attachments: z
    .array(
      z.object({
        data: z
          .array(
            z.object({
              media: mediaSchema.optional(),
              external_context: z.object({ url: z.string() }).optional().catch(undefined),
            }),
          )
          .catch([]),
      }),
    )
    .catch([]),
});

export const facebook: Format = {
  platform: 'facebook',
  files: (names) => ({
    posts: names.filter(
      (name) =>
        FACEBOOK.test(name) ||
        isSingle(name, /^(your_posts(__check_ins__photos_and_videos)?_\d+|profile_posts_\d+)\.json$/),
    ),
    owner: null,
  }),
  refusal: (names) =>
    names.some((name) => FACEBOOK_HTML.test(name)) ? wrongForm('facebook', 'HTML', JSON_FORM) : null,
  ownerOf: async (_archive, _file, fileName) => ownerByName(fileName, /^facebook-(.+?)-\d{4}-\d{1,2}-\d{1,2}/i),
  async *read(archive, files) {
    yield* entriesOf(archive, files, [['*']], (value) => {
      const told = facebookSchema.safeParse(value);
      if (!told.success) return { skipped: 'unreadable' };
      const { timestamp, data, attachments } = told.data;
      const attached = attachments.flatMap((one) => one.data);
      const words = data.find(({ post }) => post)?.post ?? '';
      const media = attached.flatMap((one) => one.media ?? []);
      const links = attached.flatMap((one) => one.external_context?.url ?? []);
      const isOnlyShared = words === '' && media.length === 0 && links.length > 0;
      if (isOnlyShared) return { skipped: 'repost' };
      return entryOf({
        text: readable(words || media[0]?.description || ''),
        postedAt: inMilliseconds(timestamp),
        media: media.map(({ uri }) => ({ kind: kindOf(uri) })),
      });
    });
  },
};
