import type { ArchivedPost } from '../../../../shared/archives/archives.ts';
import { repositoryOf, tarGzOf, zipOf } from '../../../helpers/archive-files.ts';

/** A private message, which must not be imported. */
export const SECRET = 'The safe opens with 31-07-19';

type Whole = {
  bytes: [name: string, bytes: Uint8Array];
  posts: Partial<ArchivedPost>[];
  source: string;
  skipped?: { [skip: string]: number };
  /** Other platforms whose posts it contains. */
  also?: string[];
};

const seconds = (iso: string) => Date.parse(iso) / 1000;
/** Meta's broken encoding of UTF-8. */
const garbled = (text: string) => Buffer.from(text).toString('latin1');
const ytd = (name: string, value: object) => `window.YTD.${name}.part0 = ${JSON.stringify(value, null, 2)}`;
const note = (id: number, to: string, more: object = {}) => ({
  type: 'Create',
  to: [to],
  cc: ['https://bread.example/users/ada/followers'],
  object: {
    id: `https://bread.example/users/ada/statuses/${id}`,
    url: `https://bread.example/@ada/${id}`,
    published: '2026-03-01T10:00:00Z',
    content: '<p>Rye &amp; salt<br>and time</p><p>That is all</p>',
    ...more,
  },
});
const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public';
const DID = 'did:plc:ada';
const record = (text: string, more: object = {}) => ({
  $type: 'app.bsky.feed.post',
  text,
  createdAt: '2026-03-01T10:00:00.000Z',
  ...more,
});
/** A tweet of 5 January at the given time. */
const tweet = (id_str: string, at: string, full_text: string, more: object = {}) => ({
  tweet: { id_str, created_at: `Mon Jan 05 ${at} +0000 2026`, full_text, ...more },
});
const message = { messages: [{ content: SECRET }] };
const threads = (is_reply: boolean) => ({ text_app_post: { is_reply } });
const TIKTOK = '7300000000000000001';
const onDay = (day: number) => seconds(`2026-02-0${day}T09:00:00Z`);

/** One archive of each format, with secrets in every file of private messages. */
const WHOLE: { [name: string]: Promise<Whole> | Whole } = {
  Instagram: {
    bytes: [
      'instagram-ada.bakes-2026-11-01-Ab3dE.zip',
      zipOf({
        'your_instagram_activity/messages/inbox/bob_1/message_1.json': message,
        'your_instagram_activity/messages/message_requests/eve_1/message_1.json': message,
        'personal_information/personal_information/personal_information.json': { secret: SECRET },
        'your_instagram_activity/comments/post_comments_1.json': [{ secret: SECRET }],
        'your_instagram_activity/media/posts_1.json': [
          { media: [{ uri: 'a.jpg', creation_timestamp: onDay(1), title: garbled('Käsebrot 🥖 für alle') }] },
          { title: garbled('Two loaves'), creation_timestamp: onDay(2), media: [{ uri: 'a.jpg' }, { uri: 'b.mp4' }] },
        ],
        'your_instagram_activity/media/reels.json': {
          ig_reels_media: [{ media: [{ uri: 'r.mp4', creation_timestamp: onDay(3), title: 'A reel' }] }],
        },
        // The newer format, which repeats the older one. Its labels are in the account's language.
        'your_instagram_activity/media/posts.json': [
          { timestamp: onDay(2), media: [], label_values: [{ label: 'Caption', value: garbled('Two loaves') }] },
          {
            timestamp: onDay(5),
            fbid: '17900000000000001',
            label_values: [
              { label: garbled('Légende'), value: 'Levain' },
              { label: 'Média', media: [{ uri: 'c.jpg', title: garbled('Levain, enfin à l’heure') }] },
              { title: 'Lieu', dict: [{ label: 'Nom', value: SECRET }] },
            ],
          },
        ],
        'your_instagram_activity/media/stories.json': {
          ig_stories: [{ uri: 's.mp4', creation_timestamp: onDay(4), title: 'At dawn' }],
        },
        'logged_information/past_instagram_insights/posts.json': { organic_insights_posts: [{ secret: SECRET }] },
        'your_instagram_activity/threads/threads_and_replies.json': { text_post_app_text_posts: [] },
      }),
    ],
    posts: [
      {
        text: 'Käsebrot 🥖 für alle',
        postedAt: '2026-02-01T09:00:00.000Z',
        media: [{ kind: 'image' }],
        remoteId: null,
      },
      { text: 'Two loaves', media: [{ kind: 'image' }, { kind: 'video' }] },
      { text: 'A reel', media: [{ kind: 'video' }] },
      { text: 'At dawn', postedAt: '2026-02-04T09:00:00.000Z', media: [{ kind: 'video' }] },
      { text: 'Levain, enfin à l’heure', postedAt: '2026-02-05T09:00:00.000Z', media: [{ kind: 'image' }] },
    ],
    source: 'Instagram ada.bakes',
    also: ['threads'],
  },
  Threads: {
    bytes: [
      'instagram-ada.bakes-2026-11-02-Cd4eF.zip',
      zipOf({
        'your_instagram_activity/messages/inbox/bob_1/message_1.json': message,
        'your_instagram_activity/threads/threads_viewed.json': { text_post_app_text_post_app_posts_seen: [SECRET] },
        'your_instagram_activity/threads/threads_and_replies.json': {
          text_post_app_text_posts: [
            { media: [{ uri: '', creation_timestamp: onDay(1), title: garbled('Rye – a start'), ...threads(false) }] },
            { title: 'Crumb', creation_timestamp: onDay(2), media: [{ uri: 'x.jpg', title: '', ...threads(true) }] },
          ],
        },
      }),
    ],
    posts: [
      { text: 'Rye – a start', postedAt: '2026-02-01T09:00:00.000Z', isReply: false, media: [] },
      { text: 'Crumb', isReply: true, media: [{ kind: 'image' }] },
    ],
    source: 'Threads ada.bakes',
  },
  Facebook: {
    bytes: [
      'facebook-ada-2026-11-1-Ab3dE.zip',
      zipOf({
        'your_facebook_activity/messages/inbox/bob_1/message_1.json': message,
        'your_facebook_activity/messages/e2ee_cutover/bob_1/message_1.json': message,
        'your_facebook_activity/posts/posts_on_other_pages_and_profiles.json': [{ data: [{ post: SECRET }] }],
        'your_facebook_activity/posts/your_posts__check_ins__photos_and_videos_1.json': [
          { timestamp: onDay(1), data: [{ post: garbled('Grüße') }, { update_timestamp: 1 }] },
          { timestamp: 1, attachments: [{ data: [{ external_context: { url: 'https://a.example' } }] }] },
          { timestamp: onDay(2), data: [], attachments: [{ data: [{ media: { uri: 'a.jpg', description: 'Rye' } }] }] },
        ],
      }),
    ],
    posts: [
      { text: 'Grüße', media: [] },
      { text: 'Rye', media: [{ kind: 'image' }] },
    ],
    source: 'Facebook ada',
    skipped: { repost: 1 },
  },
  X: {
    bytes: [
      'twitter-2026.zip',
      zipOf({
        'data/direct-messages.js': ytd('direct_messages', [{ dmConversation: { messages: [{ text: SECRET }] } }]),
        'data/direct-messages-group.js': ytd('direct_messages_group', [{ text: SECRET }]),
        'data/grok-chat-item.js': ytd('grok_chat_item', [{ text: SECRET }]),
        'data/deleted-tweets.js': ytd('deleted_tweets', [{ tweet: { full_text: SECRET } }]),
        'data/manifest.js': `window.__THAR_CONFIG = {"userInfo":{"accountId":"42","userName":"ada_bakes"}}`,
        'data/note-tweet.js': ytd('note_tweet', [
          {
            noteTweet: {
              noteTweetId: '9',
              createdAt: '2026-01-05T08:36:41.000Z',
              core: { text: `Long bread &amp; ${'salt '.repeat(80)}end` },
            },
          },
        ]),
        'data/tweets.js': ytd('tweets', [
          tweet('101', '08:30:00', 'Rye &amp; salt https://t.co/a https://t.co/m', {
            favorite_count: '12',
            retweet_count: '3',
            entities: { urls: [{ url: 'https://t.co/a', expanded_url: 'https://bread.example/rye' }] },
            extended_entities: { media: [{ type: 'photo', url: 'https://t.co/m', ext_alt_text: 'A loaf' }] },
          }),
          tweet('102', '08:36:41', `Long bread &amp; ${'salt '.repeat(40)}…`),
          tweet('103', '08:40:00', 'RT @bob: Buns', { favorite_count: '0' }),
        ]),
        'data/tweets-part1.js': ytd('tweets', [
          tweet('104', '09:00:00', '@bob yes', { in_reply_to_status_id_str: '1', in_reply_to_user_id_str: '7' }),
          tweet('105', '09:01:00', 'Part two', { in_reply_to_status_id_str: '101', in_reply_to_user_id_str: '42' }),
        ]),
      }),
    ],
    posts: [
      {
        remoteId: '101',
        url: 'https://x.com/ada_bakes/status/101',
        text: 'Rye & salt https://bread.example/rye',
        postedAt: '2026-01-05T08:30:00.000Z',
        media: [{ kind: 'image', alt: 'A loaf' }],
        figures: { likes: 12, shares: 3 },
      },
      { remoteId: '102', text: `Long bread & ${'salt '.repeat(80)}end`, figures: {} },
      { remoteId: '104', isReply: true },
      { remoteId: '105', isReply: false },
    ],
    source: 'X/Twitter @ada_bakes',
    skipped: { repost: 1 },
  },
  LinkedIn: {
    bytes: [
      'Complete_LinkedInDataExport_11-01-2026.zip',
      zipOf({
        'messages.csv': `CONVERSATION ID,CONTENT\n1,${SECRET}\n`,
        'guide_messages.csv': `CONTENT\n${SECRET}\n`,
        'learning_role_play_messages.csv': `CONTENT\n${SECRET}\n`,
        'Shares_17.csv':
          'Date,ShareLink,ShareCommentary,SharedUrl,MediaUrl,Visibility\r\n' +
          '2026-01-15 10:00:00,https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A74,"One ""good"" loaf""\n""and salt",,,PUBLIC\r\n' +
          '2026-01-16 10:00:00,https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A75,,https://a.example,,PUBLIC\r\n',
      }),
    ],
    posts: [
      {
        remoteId: 'urn:li:share:74',
        url: 'https://www.linkedin.com/feed/update/urn:li:share:74/',
        text: 'One "good" loaf\nand salt',
        postedAt: '2026-01-15T10:00:00.000Z',
      },
    ],
    source: 'LinkedIn',
    skipped: { repost: 1 },
  },
  TikTok: {
    bytes: [
      'TikTok_Data_1.zip',
      zipOf({
        'user_data_tiktok.json': {
          Profile: { 'Profile Information': { ProfileMap: { userName: 'ada.bakes', emailAddress: SECRET } } },
          'Direct Messages': { 'Chat History': { ChatHistory: { 'Chat History with bob:': [{ Content: SECRET }] } } },
          Activity: {
            'Video Browsing History': { VideoList: [{ Date: '2026-01-01 10:00:00', Link: 'https://a/1/' }] },
          },
          Comment: { Comments: { CommentsList: [{ comment: SECRET }] } },
          Post: {
            Posts: {
              VideoList: [
                { Date: '2026-01-02 10:00:00', Link: `https://a/share/video/${TIKTOK}/`, Likes: '8', Title: 'Rye' },
                { Date: '2026-01-03 10:00:00', Link: '', Title: 'Mine alone', WhoCanView: 'Only me' },
              ],
            },
          },
        },
      }),
    ],
    posts: [
      {
        remoteId: TIKTOK,
        text: 'Rye',
        postedAt: '2026-01-02T10:00:00.000Z',
        figures: { likes: 8 },
        media: [{ kind: 'video' }],
      },
    ],
    source: 'TikTok @ada.bakes',
    skipped: { private: 1 },
  },
  YouTube: {
    bytes: [
      'takeout-20261101T000000Z-001.zip',
      zipOf({
        'Takeout/YouTube and YouTube Music/live chats/live chats.csv': `Text\n${SECRET}\n`,
        'Takeout/YouTube and YouTube Music/comments/comments.csv': `Comment Text\n${SECRET}\n`,
        'Takeout/YouTube and YouTube Music/video metadata/videos.csv':
          'Video ID,Channel ID,Video Title (Original),Video Description (Original),Privacy,Video Publish Timestamp\n' +
          'abcdefghijk,UCada,Rye,"How, slowly",Public,2026-01-30T05:26:03+00:00\nbbcdefghijk,UCada,Draft,,Private,\n',
        'Takeout/YouTube and YouTube Music/videos/Chat with a baker.json': [
          {
            id: 'cbcdefghijk',
            snippet: { title: 'Old', description: '', publishedAt: '2019-01-01T00:00:00Z' },
            statistics: { viewCount: '90', likeCount: '4' },
          },
        ],
      }),
    ],
    posts: [
      {
        remoteId: 'abcdefghijk',
        url: 'https://www.youtube.com/watch?v=abcdefghijk',
        text: 'Rye\n\nHow, slowly',
        postedAt: '2026-01-30T05:26:03.000Z',
      },
      { remoteId: 'cbcdefghijk', text: 'Old', figures: { impressions: 90, likes: 4 } },
    ],
    source: 'YouTube Shorts UCada',
    skipped: { private: 1 },
  },
  Mastodon: tarGzOf({
    './actor.json': { id: 'https://bread.example/users/ada', preferredUsername: 'ada' },
    './outbox.json': {
      orderedItems: [
        note(1, PUBLIC, { attachment: [{ mediaType: 'image/png', name: 'A loaf' }], likes: { totalItems: 5 } }),
        { ...note(2, 'https://bread.example/users/bob', { content: `<p>${SECRET}</p>` }), cc: [] },
        { ...note(3, 'https://bread.example/users/ada/followers', { content: SECRET }), cc: [] },
        { type: 'Announce', to: [PUBLIC], object: 'https://else.example/1' },
        note(4, PUBLIC, { inReplyTo: 'https://else.example/users/bob/1' }),
        note(5, PUBLIC, { inReplyTo: 'https://bread.example/users/ada/statuses/1' }),
      ],
    },
  }).then((bytes) => ({
    bytes: ['archive-20261101.tar.gz', bytes],
    posts: [
      {
        remoteId: 'https://bread.example/users/ada/statuses/1',
        url: 'https://bread.example/@ada/1',
        text: 'Rye & salt\nand time\n\nThat is all',
        postedAt: '2026-03-01T10:00:00.000Z',
        isReply: false,
        media: [{ kind: 'image', alt: 'A loaf' }],
        figures: { likes: 5 },
      },
      { isReply: true },
      { isReply: false },
    ],
    source: 'Mastodon @ada@bread.example',
    skipped: { private: 2, repost: 1 },
  })),
  Bluesky: {
    bytes: [
      'repo.car',
      repositoryOf(DID, {
        'app.bsky.actor.profile/self': { $type: 'app.bsky.actor.profile', description: SECRET },
        'app.bsky.feed.post/3la': record('Rye', {
          embed: { $type: 'app.bsky.embed.images', images: [{ alt: 'A loaf' }] },
        }),
        'app.bsky.feed.post/3lb': record('yes', {
          reply: { parent: { uri: 'at://did:plc:bob/app.bsky.feed.post/1' } },
        }),
        'app.bsky.feed.post/3lc': { $type: 'app.bsky.feed.post' },
        'chat.bsky.actor.declaration/self': { $type: 'chat', text: SECRET },
      }),
    ],
    posts: [
      {
        remoteId: `at://${DID}/app.bsky.feed.post/3la`,
        url: `https://bsky.app/profile/${DID}/post/3la`,
        text: 'Rye',
        postedAt: '2026-03-01T10:00:00.000Z',
        media: [{ kind: 'image', alt: 'A loaf' }],
      },
      { text: 'yes', isReply: true },
    ],
    source: `Bluesky ${DID}`,
    skipped: { unreadable: 1 },
  },
};

export const NAMED = Object.keys(WHOLE);

export async function wholeArchive(name: string): Promise<Whole> {
  const whole = await WHOLE[name];
  if (!whole) throw new Error(`There is no archive of ${name}.`);
  return whole;
}
