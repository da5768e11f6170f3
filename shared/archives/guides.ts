import type { Platform } from '../posts/platforms.ts';

/** The platforms whose archives can be read. */
export const ARCHIVE_PLATFORMS = [
  'instagram',
  'threads',
  'facebook',
  'tiktok',
  'youtube_shorts',
  'twitter',
  'linkedin',
  'bluesky',
  'mastodon',
] as const satisfies readonly Platform[];
export type ArchivePlatform = (typeof ARCHIVE_PLATFORMS)[number];

/** How a user gets an archive. `address` is the page to request it on, `reads` are its files that are read. */
export type ArchiveGuide = { address: string; steps: readonly string[]; reads: string };

const META = 'https://accountscenter.facebook.com/info_and_permissions/dyi/';

/** Based on the platforms' help pages. The steps are brief, since labels and pages change. */
export const ARCHIVE_GUIDES: { readonly [platform in ArchivePlatform]: ArchiveGuide } = {
  // https://www.facebook.com/help/instagram/181231772500920
  instagram: {
    address: META,
    steps: [
      'Choose “Create export”, your Instagram account, and “Export to device”.',
      'Choose the format JSON (not HTML) and the whole time. You only need Posts, under “Your Instagram activity”.',
      'Meta sends an email when the zip can be downloaded.',
    ],
    reads: 'posts_1.json, posts.json, reels.json, stories.json and similar files',
  },
  // https://help.instagram.com/259803026523198
  threads: {
    address: META,
    steps: [
      'Choose “Create export”, the Instagram account that you use Threads with, and “Export to device”.',
      'Choose the format JSON (not HTML) and the whole time. You only need Threads, under “Your Instagram activity”.',
      'Meta sends an email when the zip can be downloaded.',
    ],
    reads: 'threads_and_replies.json',
  },
  // https://www.facebook.com/help/212802592074644
  facebook: {
    address: META,
    steps: [
      'Choose “Create export”, your Facebook profile or Page, and “Export to device”.',
      'Choose the format JSON (not HTML) and the whole time. You only need Posts.',
      'Meta sends an email when the zip can be downloaded.',
    ],
    reads: 'your_posts….json, or profile_posts_1.json of a Page',
  },
  // https://support.tiktok.com/en/account-and-privacy/personalized-ads-and-data/requesting-your-data
  tiktok: {
    address: 'https://www.tiktok.com/setting/download-your-data',
    steps: [
      'Choose JSON (not TXT) as the file format, and request the data.',
      'TikTok needs up to a few days. Download the zip from the same page within four days.',
    ],
    reads: 'the list of your own posts in user_data_tiktok.json',
  },
  // https://support.google.com/accounts/answer/3024190
  youtube_shorts: {
    address: 'https://takeout.google.com/settings/takeout/custom/youtube',
    steps: [
      'Under “All YouTube data included” choose videos alone, and under “Multiple formats” CSV or JSON for the details.',
      'Create the export as a zip. The videos themselves make it large; they are not read.',
    ],
    reads: 'the details of your videos (videos.csv, or a JSON file for each)',
  },
  // https://help.x.com/en/managing-your-account/how-to-download-your-x-archive
  twitter: {
    address: 'https://x.com/settings/download_your_data',
    steps: ['Confirm your password and choose “Request archive”.', 'X says when it is ready, after a day or more.'],
    reads: 'data/tweets.js with its parts, and data/note-tweet.js',
  },
  // https://www.linkedin.com/help/linkedin/answer/a1339364
  linkedin: {
    address: 'https://www.linkedin.com/mypreferences/d/download-my-data',
    steps: [
      'Choose “Download larger data archive”: the smaller one may lack your posts.',
      'LinkedIn sends an email within a day.',
    ],
    reads: 'Shares.csv',
  },
  // https://docs.bsky.app/blog/repo-export
  bluesky: {
    address: 'https://bsky.app/settings/account',
    steps: ['Choose “Export my data”, then “Download CAR file”. It is ready at once.'],
    reads: 'the posts of your repository; chats are not in it',
  },
  // https://docs.joinmastodon.org/user/moving/#export
  mastodon: {
    address: 'https://mastodon.social/settings/export',
    steps: [
      'The link is for mastodon.social: on another server, open /settings/export there.',
      'Choose “Request your archive”. An email says when it can be downloaded.',
    ],
    reads: 'outbox.json without its direct messages, and actor.json for your name',
  },
};
