import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

/** Options of a post with this file, what of them is sent, and in which call. */
type ChosenRow = {
  options: OptionValues;
  media?: 'picture' | 'video';
  text?: string;
  route: string;
  /** The call that creates the post, if it is a different one. */
  makes?: string;
  says: string[];
};

const STATUS = 'POST /api/v1/statuses';

const CONTAINER = 'POST /:id/media';
const INIT = 'POST /v2/post/publish/video/init/';
const POST = 'POST /2/tweets';
const PIN = 'POST /v5/pins';
const WRITES = 'com.atproto.repo.applyWrites';

export const CHOSEN: Partial<Record<Platform, ChosenRow[]>> = {
  bluesky: [
    { options: { replies: 'nobody' }, route: WRITES, says: ['app.bsky.feed.threadgate', '"allow":[]'] },
    {
      options: { replies: 'some', mentionedReply: true, followersReply: true, quotes: false },
      route: WRITES,
      says: [
        '"allow":[{"$type":"app.bsky.feed.threadgate#mentionRule"},{"$type":"app.bsky.feed.threadgate#followerRule"}]',
        '"quotepostRules":[{"$type":"app.bsky.feed.postgate#disableRule"}]',
      ],
    },
    {
      options: { replies: 'everyone', quotes: true, languages: ['de', 'pt-BR'], contentWarning: 'graphic-media' },
      media: 'picture',
      route: 'com.atproto.repo.putRecord',
      says: ['"langs":["de","pt-BR"]', '"values":[{"val":"graphic-media"}]'],
    },
  ],
  twitter: [
    {
      options: { replies: 'mentionedUsers', poll: true, pollAnswers: ['Rye', 'Spelt'], pollMinutes: '60' },
      route: POST,
      says: ['"reply_settings":"mentionedUsers"', '"poll":{"options":["Rye","Spelt"],"duration_minutes":60}'],
    },
    {
      options: { community: 'https://x.com/i/communities/1146654567674912769', communityFollowers: true },
      route: POST,
      says: ['"community_id":"1146654567674912769","share_with_followers":true'],
    },
    {
      options: {
        replies: 'everyone',
        madeWithAi: true,
        paidPartnership: true,
        poll: true,
        pollAnswers: ['Rye', 'Oat'],
      },
      media: 'picture',
      route: POST,
      says: ['"made_with_ai":true,"paid_partnership":true}'],
    },
  ],
  linkedin: [
    {
      options: { visibility: 'CONNECTIONS', reshares: false },
      route: 'POST /rest/posts',
      says: ['"visibility":"CONNECTIONS"', '"isReshareDisabledByAuthor":true'],
    },
    {
      options: { reshares: true },
      media: 'picture',
      route: 'POST /rest/posts',
      says: ['"visibility":"PUBLIC"', '"isReshareDisabledByAuthor":false'],
    },
  ],
  facebook: [
    {
      options: { link: 'https://example.com/rye' },
      route: 'POST /:id/feed',
      says: ['"link":"https://example.com/rye"'],
    },
    {
      options: { format: 'story' },
      media: 'picture',
      route: 'POST /:id/photo_stories',
      says: ['"photo_id"'],
    },
  ],
  instagram: [
    {
      options: { collaborators: ['@grace'], people: ['ada 30 100', '@linus'], location: '106', shareToFeed: false },
      media: 'picture',
      route: CONTAINER,
      makes: 'POST /:id/media_publish',
      says: [
        String.raw`"collaborators":"[\"grace\"]","location_id":"106"`,
        String.raw`[{\"username\":\"ada\",\"x\":0.3,\"y\":1},{\"username\":\"linus\",\"x\":0.6666666666666666,\"y\":0.5}]`,
      ],
    },
    {
      options: { people: ['ada'], shareToFeed: false },
      media: 'video',
      route: CONTAINER,
      makes: 'POST /:id/media_publish',
      says: [String.raw`"user_tags":"[{\"username\":\"ada\"}]"`, '"share_to_feed":"false"'],
    },
    {
      options: { format: 'story', people: ['ada'] },
      media: 'picture',
      route: CONTAINER,
      makes: 'POST /:id/media_publish',
      says: ['"media_type":"STORIES"', String.raw`\"x\":0.5,\"y\":0.5`],
    },
    {
      options: { format: 'story' },
      media: 'video',
      route: CONTAINER,
      makes: 'POST /:id/media_publish',
      says: ['"media_type":"STORIES"', '"upload_type":"resumable"'],
    },
  ],
  tiktok: [
    {
      options: { privacy: 'SELF_ONLY', comments: true, duet: true, commercial: true, yourBrand: true },
      media: 'video',
      route: INIT,
      makes: 'PUT /video/',
      says: [
        '"privacy_level":"SELF_ONLY"',
        // The account allows no duets.
        '"disable_comment":false,"disable_duet":true,"disable_stitch":true',
        '"brand_content_toggle":false,"brand_organic_toggle":true',
      ],
    },
    {
      options: { stitch: true, commercial: true, brandedContent: true, madeWithAi: true },
      media: 'video',
      route: INIT,
      makes: 'PUT /video/',
      says: [
        '"disable_comment":true,"disable_duet":true,"disable_stitch":false',
        '"is_aigc":true,"brand_content_toggle":true,"brand_organic_toggle":false',
      ],
    },
  ],
  threads: [
    {
      options: { replyControl: 'mentioned_only', topicTag: 'Sourdough' },
      route: 'POST /me/threads',
      makes: 'POST /me/threads_publish',
      says: ['"reply_control":"mentioned_only"', '"topic_tag":"Sourdough"'],
    },
  ],
  discord: [
    {
      options: { silent: true, everyone: true, linkPreview: false },
      route: 'POST /:id',
      says: ['"allowed_mentions":{"parse":["users","roles","everyone"]},"flags":4100'],
    },
    {
      options: { silent: false, linkPreview: true },
      media: 'picture',
      route: 'POST /:id',
      says: ['allowed_mentions\\":{\\"parse\\":[\\"users\\"]},\\"attachments\\":[{\\"id\\":\\"0\\"}]'],
    },
  ],
  pinterest: [
    {
      options: { section: 'sourdough', title: 'Rye at noon', link: 'https://example.com/rye' },
      media: 'picture',
      route: PIN,
      says: ['"board_section_id":"', '"title":"Rye at noon"', '"link":"https://example.com/rye"'],
    },
    {
      options: { board: 'https://www.pinterest.com/ada_bakes/bread/' },
      media: 'video',
      route: PIN,
      says: ['"link":"https://example.com/a?b=1&c=2"', '"cover_image_key_frame_time":0'],
    },
  ],
  telegram: [
    {
      options: { silent: true, protected: true, linkPreview: false },
      route: 'POST /sendMessage',
      says: ['"disable_notification":true,"protect_content":true', '"link_preview_options":{"is_disabled":true}'],
    },
    {
      options: { silent: false, captionAbove: true },
      media: 'picture',
      route: 'POST /sendPhoto',
      makes: 'POST /sendPhoto',
      says: ['"show_caption_above_media":"true"'],
    },
  ],
  mastodon: [
    {
      options: { visibility: 'private', contentWarning: 'Crumbs', language: 'de' },
      route: STATUS,
      says: ['"visibility":"private"', '"spoiler_text":"Crumbs"', '"language":"de"'],
    },
    {
      options: { contentWarning: 'Crumbs', sensitive: true, poll: true, pollAnswers: ['Rye', 'Spelt'] },
      media: 'picture',
      text: '',
      route: STATUS,
      says: ['"spoiler_text":"Crumbs"', '"sensitive":true'],
    },
    {
      options: { poll: true, pollAnswers: ['Rye', 'Spelt'], pollMultiple: true },
      route: STATUS,
      says: ['"poll":{"options":["Rye","Spelt"],"expires_in":86400,"multiple":true}'],
    },
  ],
};
