import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import type { Surroundings } from '../../helpers/publishing/contract-platforms.ts';

/** The files of the bench's library: two pictures, and videos that are sent in several pieces. */
export type FileName = 'one.jpg' | 'two.jpg' | 'short.mp4' | 'long.mp4' | 'longest.mp4';

/** A kind of post, chosen from those that take a platform's publisher the most calls. */
export type KillCase = {
  name: string;
  platform: Platform;
  files: readonly FileName[];
  /** Whether the text becomes a thread. */
  isThread?: boolean;
  hasComment?: boolean;
  /** The platform cannot be asked whether the post exists, so the user may have to check. */
  mayNeedReview?: boolean;
  /** A reply to a comment below a published post. */
  isReply?: true;
  /** It is handed over early, and the platform publishes it. */
  isEarly?: boolean;
  /** The post's options for its platform. */
  options?: OptionValues;
} & Pick<Surroundings, 'tiktokMode' | 'isLinkedInPage'>;

const STORY = { format: 'story' };

export const KILL_CASES: readonly KillCase[] = [
  { name: 'bluesky', platform: 'bluesky', files: ['one.jpg', 'two.jpg'], isThread: true, hasComment: true },
  { name: 'mastodon', platform: 'mastodon', files: ['one.jpg', 'two.jpg'], isThread: true, hasComment: true },
  { name: 'twitter', platform: 'twitter', files: ['one.jpg', 'two.jpg'], isThread: true, hasComment: true },
  { name: 'twitter video', platform: 'twitter', files: ['long.mp4'] },
  { name: 'linkedin', platform: 'linkedin', files: ['one.jpg', 'two.jpg'], mayNeedReview: true },
  { name: 'linkedin video', platform: 'linkedin', files: ['long.mp4'], mayNeedReview: true },
  {
    name: 'linkedin page',
    platform: 'linkedin',
    files: ['one.jpg', 'two.jpg'],
    hasComment: true,
    isLinkedInPage: true,
  },
  { name: 'facebook', platform: 'facebook', files: ['one.jpg', 'two.jpg'], hasComment: true },
  { name: 'facebook reel', platform: 'facebook', files: ['short.mp4'], hasComment: true, mayNeedReview: true },
  { name: 'instagram', platform: 'instagram', files: ['one.jpg', 'two.jpg'], hasComment: true },
  { name: 'instagram reel', platform: 'instagram', files: ['short.mp4'], hasComment: true },
  { name: 'threads', platform: 'threads', files: ['one.jpg', 'two.jpg'], isThread: true, hasComment: true },
  { name: 'threads video', platform: 'threads', files: ['short.mp4'] },
  { name: 'telegram', platform: 'telegram', files: ['one.jpg', 'two.jpg'], mayNeedReview: true },
  { name: 'discord', platform: 'discord', files: ['one.jpg', 'two.jpg'], mayNeedReview: true },
  { name: 'pinterest', platform: 'pinterest', files: ['one.jpg', 'two.jpg'] },
  { name: 'pinterest video', platform: 'pinterest', files: ['long.mp4'], options: { section: 'Sourdough' } },
  { name: 'youtube_shorts', platform: 'youtube_shorts', files: ['long.mp4'], hasComment: true },
  { name: 'tiktok', platform: 'tiktok', files: ['longest.mp4'] },
  {
    name: 'bluesky gated',
    platform: 'bluesky',
    files: [],
    isThread: true,
    options: { replies: 'some', followersReply: true, quotes: false },
  },
  {
    name: 'mastodon poll',
    platform: 'mastodon',
    files: [],
    hasComment: true,
    options: { visibility: 'private', contentWarning: 'Bread', poll: true, pollAnswers: ['Rye', 'Spelt'] },
  },
  { name: 'facebook story', platform: 'facebook', files: ['one.jpg'], options: STORY },
  { name: 'facebook video story', platform: 'facebook', files: ['short.mp4'], mayNeedReview: true, options: STORY },
  { name: 'instagram story', platform: 'instagram', files: ['one.jpg'], options: STORY },
  { name: 'bluesky reply', platform: 'bluesky', files: [], isReply: true },
  { name: 'mastodon reply', platform: 'mastodon', files: [], isReply: true },
  { name: 'facebook reply', platform: 'facebook', files: [], isReply: true },
  { name: 'mastodon early', platform: 'mastodon', files: ['one.jpg', 'two.jpg'], isEarly: true },
  { name: 'facebook early', platform: 'facebook', files: ['one.jpg', 'two.jpg'], isEarly: true },
  { name: 'youtube_shorts early', platform: 'youtube_shorts', files: ['long.mp4'], isEarly: true },
  { name: 'tiktok private', platform: 'tiktok', files: ['longest.mp4'], tiktokMode: 'SELF_ONLY' },
];

/** A post of this kind, whose words cannot be mistaken for another post's. */
export function contentOf(one: KillCase, nth: number): Partial<GeneratedContentRow> {
  const sentence = (n: number) =>
    `Sentence ${n} of post ${nth}, which is about a loaf of bread and about nothing else.`;
  const isVideo = one.files.some((name) => name.endsWith('.mp4'));
  return {
    content_type: isVideo ? 'video' : one.files.length > 0 ? 'image' : 'text',
    caption: one.isThread ? Array.from({ length: 10 }, (_, n) => sentence(n)).join(' ') : `Post ${nth}`,
    first_comment: one.hasComment ? `Comment on post ${nth}` : '',
    options: one.options ? { [one.platform]: one.options } : {},
    media: one.files.map((path) => ({ path, url: '', kind: isVideo ? 'video' : 'image', alt: `A loaf in ${path}` })),
  };
}
