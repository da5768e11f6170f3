import type { AnswerAction } from '../../shared/answers/answers.ts';
import type { MediaLimits, VideoFormat } from '../../shared/platforms/descriptor.ts';
import { defaultOf, valueText } from '../../shared/platforms/option-values.ts';
import type { PlatformOption } from '../../shared/platforms/options.ts';
import type { OptionalRead } from '../../shared/platforms/reads.ts';
import { type ChannelGuide, type ChannelWay, effortInWords } from '../../shared/platforms/ways.ts';
import { MEDIA_LIMITS, PLATFORM_LIMITS } from '../../shared/posts/platform-limits.ts';
import { optionsOf } from '../../shared/posts/platform-options.ts';
import {
  canThread,
  PLATFORM_IDS,
  PLATFORMS,
  type Platform,
  platformLabel,
  platformOf,
} from '../../shared/posts/platforms.ts';
import { typedName } from '../../shared/posts/typed-options.ts';
import { FIGURE_NAMES, type FigureName } from '../../shared/publishing/figures.ts';
import { sendsFirstComment } from '../../shared/publishing/post-parts.ts';
import { generated, list, page, table, wrap } from './markdown.ts';

const SOURCE = "the platforms' guides and limits";

const COUNTING = {
  characters: '',
  weighted: ', weighted: a link is 23, an emoji or a Chinese sign 2',
  graphemes: ', counted as people see them',
  short_links: ', counted as people see them, a link as 23',
  emoji_bytes: ', an emoji as 4 or more',
};

const POST_KINDS = { text: 'posts without media', pictures: 'pictures', video: 'videos' };

const COVERS = {
  time: 'the chosen frame',
  picture: 'the chosen frame, sent as a picture',
  none: 'chosen by the platform',
};

/** docs/guide/platforms/*.md: how to connect each platform, and what it supports. Keys are paths below docs/. */
export async function platformPages(): Promise<{ [path: string]: string }> {
  const pages = await Promise.all(
    PLATFORMS.map(async ({ id, label, guide }) => [
      `guide/platforms/${fileOf(label)}`,
      platformPage(id, label, (await guide()).guide),
    ]),
  );
  return { ...Object.fromEntries(pages), 'guide/platforms/README.md': indexPage() };
}

function indexPage(): string {
  return page(
    generated(SOURCE),
    '# Platforms',
    'What each platform takes here. Its page says how to connect an account, what it costs, and what it cannot do.',
    table(
      ['platform', 'to connect', 'text', 'pictures', 'video', 'longer texts', 'first comment'],
      PLATFORMS.map(({ id, label, effort, ...platform }) => [
        `[${label}](${fileOf(label)})`,
        effortInWords(effort, 'prices' in platform),
        `${PLATFORM_LIMITS[id].textLength} characters`,
        picturesOf(id),
        `up to ${inWords(MEDIA_LIMITS[id].seconds.max)}`,
        canThread(id) ? 'become threads' : 'are refused',
        sendsFirstComment(id) ? 'sent' : 'posted by you',
      ]),
    ),
    '## Figures',
    wrap(
      'What each platform tells of your posts and accounts. It is asked at growing distances, from every hour on the first day to every month, for a year, and kept as a series: a figure that is not told is not known, never 0. _Settings, Publishing & pictures_ switches it off, and “Pause all” pauses it.',
    ),
    figuresTable(),
    wrap(
      'Accounts without an API tell nothing by themselves. _Settings, Publishing & pictures, Read your own pages_ has Local Agent look at the posts that you published by hand, if it knows their addresses: once a day, up to six posts of an account, in the browser in which the account is logged in, at the pace of a person, without pressing anything. It is off at first, since platforms’ rules may forbid reading pages by a program. It reads Instagram (likes, comments, views of reels), TikTok (views, likes, comments, shares, saves, followers) and X (views, replies, reposts, likes, bookmarks, followers), and takes only whole numbers that the page states of exactly this post; rounded or hidden ones are not read. A platform that asks you to log in is left at once, until you have.',
    ),
    '## Answers',
    wrap(
      'What can be done about [comments, replies and mentions](../answers.md) from here, as far as the platform’s API lets a person’s own app.',
    ),
    answersTable(),
    '## Permissions to read',
    wrap(
      '“If allowed” above needs a permission of its own, for which a login is asked only where you choose so: one that asks for what your app does not have fails. _Connect for posting_ has the choice, and an account that lacks one says so under _Posting_, with a button that renews the login; in the terminal it is `local-agent channels connect <label> --renew --read figures` or `--read answers`, over the API the field `reads`. A token that you enter reads what it was made for. What was really granted is read from the platform’s answer: without it, nothing is asked that would be refused.',
    ),
    readsTable(),
  );
}

/** The actions on answers that each platform's API supports. */
function answersTable(): string {
  const yes = (is: boolean | undefined) => (is ? 'yes' : '');
  return table(
    ['platform', 'comments and replies', 'mentions', 'reply', 'like', 'hide', 'delete a reply'],
    PLATFORMS.map(({ id, label }) => {
      const { answers } = platformOf(id);
      const can = (action: AnswerAction) => yes(answers?.can.includes(action));
      return [
        label,
        answers ? told(id, 'comments') : '',
        answers?.mentions ? told(id, 'mentions') : '',
        can('reply'),
        can('like'),
        can('hide'),
        yes(answers?.canRemove),
      ];
    }),
  );
}

function platformPage(id: Platform, label: string, { ways, cost, cannot, figures }: ChannelGuide): string {
  return page(
    generated(SOURCE),
    `# ${label}`,
    wrap(`**Cost.** ${cost}`),
    '## Connect an account',
    `_Accounts, Connect for posting_ shows the same steps; in the terminal it is \`local-agent channels connect <label>\`.`,
    ...ways.flatMap((way) => wayBlocks(way, ways.length > 1)),
    '## What a post may have',
    table(['what', 'limit'], limitsOf(id)),
    ...optionBlocks(id),
    '## Figures',
    wrap(`${figuresInWords(id)}${figures ? ` ${figures}` : ''}`),
    '## What it does not do',
    list(cannot),
  );
}

const FIGURE_WORDS: { readonly [name in FigureName]: string } = {
  impressions: 'impressions or views',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  saves: 'saves',
  clicks: 'clicks',
  watchSeconds: 'watch time',
};

function figuresInWords(id: Platform): string {
  const { post, followers } = platformOf(id).figures;
  const told = post.map((name) => FIGURE_WORDS[name]);
  const ofPosts = told.length === 0 ? 'No figures of posts are told.' : `Of a post: ${told.join(', ')}.`;
  return `${ofPosts} ${followers ? 'Of the account: followers.' : 'Followers are not told.'}`;
}

/** 'if allowed' for data that needs a separate permission, otherwise 'yes'. */
function told(id: Platform, what: OptionalRead['tells'][number]): string {
  const { figures, answers } = platformOf(id).reads ?? {};
  const isOptional = what === 'comments' || what === 'mentions' ? answers : figures;
  return isOptional?.tells.includes(what) ? 'if allowed' : 'yes';
}

/** The data that needs a separate permission. */
function readsTable(): string {
  return table(
    ['platform', 'choice', 'what', 'what it needs'],
    PLATFORM_IDS.flatMap((id) =>
      Object.values(platformOf(id).reads ?? {}).map(({ label, what, needs }) => [
        platformLabel(id),
        label,
        what,
        needs,
      ]),
    ),
  );
}

/** The metrics that each platform's API reports. */
function figuresTable(): string {
  return table(
    ['platform', ...FIGURE_NAMES.map((name) => FIGURE_WORDS[name]), 'followers'],
    PLATFORMS.map(({ id, label, figures }) => [
      label,
      ...FIGURE_NAMES.map((name) => ((figures.post as readonly string[]).includes(name) ? told(id, name) : '')),
      figures.followers ? told(id, 'followers') : '',
    ]),
  );
}

function optionBlocks(id: Platform): string[] {
  const { fields } = optionsOf(id);
  const [first] = fields;
  if (!first) return [];
  return [
    '## Options of a post',
    wrap(
      `Below the text in the composer; in a file of posts as columns such as \`${typedName(id, first, ':')}\`; in the terminal as \`--option ${typedName(id, first, '.')}=…\`. _Accounts, Posting defaults_ has the values of posts that say nothing else.`,
    ),
    table(
      ['option', 'what it is', 'values', 'without one'],
      fields.map((field) => [`\`${field.name}\``, optionInWords(field, fields), valuesOf(field), unsetOf(field)]),
    ),
  ];
}

function optionInWords({ label, help, concerns, only }: PlatformOption, fields: readonly PlatformOption[]): string {
  const other = only && fields.find(({ name }) => name === only.name);
  return [
    `${label}.`,
    help,
    concerns && `For ${concerns.map((kind) => POST_KINDS[kind]).join(' and ')}.`,
    only && other && `With \`${only.name}\` ${only.values.map((value) => valueText(value)).join(' or ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function valuesOf(option: PlatformOption): string {
  switch (option.kind) {
    case 'switch':
      return 'yes, no';
    case 'choice':
      return option.choices.map(({ value }) => value).join(', ');
    case 'text':
      return `up to ${option.maxLength} characters`;
    case 'list':
      return `up to ${option.max}, separated by commas`;
  }
}

function unsetOf(option: PlatformOption): string {
  if ('isRequired' in option) return option.kind === 'choice' ? 'has to be chosen' : 'is needed';
  if (option.kind === 'choice' && option.unset) return option.unset.charAt(0).toLowerCase() + option.unset.slice(1);
  const value = defaultOf(option);
  return value === undefined ? 'none' : valueText(value);
}

const POLICIES = 'If you have no such page, there is a [text](../connecting.md#a-page-for-your-app) for it.';

function wayBlocks({ label, steps, fields }: ChannelWay, isOneOfSeveral: boolean): string[] {
  const choices = fields.flatMap(({ label: name, options, hint }) =>
    options ? [`**${name}**: ${options.map((option) => option.label).join('; ')}.${hint ? ` ${hint}` : ''}`] : [],
  );
  return [
    isOneOfSeveral ? `### ${label}` : '',
    list(
      steps.map(({ text, url, policies }) => [text, url && `<${url}>`, policies && POLICIES].filter(Boolean).join(' ')),
      'numbers',
    ),
    choices.length > 0 ? list(choices) : '',
  ];
}

function limitsOf(id: Platform): string[][] {
  const { textLength, captionLength, counting, hashtags, titleLength, needsMedia, commentLength } = PLATFORM_LIMITS[id];
  const { imageTypes, imageBytes, gifBytes, aspect, altLength } = MEDIA_LIMITS[id];
  const { takesCover, takesSubtitles } = platformOf(id);
  const types = imageTypes.map((type) => type.replace('image/', '').toUpperCase()).join(', ');
  const rows: [string, string | false][] = [
    [
      'text with hashtags',
      `${textLength} characters${COUNTING[counting]}${canThread(id) ? '; longer ones become a thread' : ''}`,
    ],
    ['text with pictures or a video', captionLength !== undefined && `${captionLength} characters`],
    ['title', titleLength !== undefined && `the first line, ${titleLength} characters`],
    ['hashtags', `${hashtags}`],
    ['pictures', picturesOf(id) + (needsMedia ? '; no post without a picture or video' : '')],
    [
      'picture file',
      imageBytes > 0 && `${types}; ${inMegabytes(imageBytes)}${gifBytes ? `, a GIF ${inMegabytes(gifBytes)}` : ''}`,
    ],
    ['picture shape', aspect !== undefined && `width to height from ${ratio(aspect.min)} to ${ratio(aspect.max)}`],
    ['video', videoOf(MEDIA_LIMITS[id])],
    ['cover of a video', COVERS[takesCover ?? 'none']],
    ['subtitles of a video', takesSubtitles ? 'sent as a file' : 'not taken'],
    ['alt text', altLength !== undefined && `${altLength} characters`],
    ['first comment', sendsFirstComment(id) ? `${commentLength} characters, sent with the post` : 'posted by you'],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== false);
}

function picturesOf(id: Platform): string {
  const { pictures, mixesVideos } = PLATFORM_LIMITS[id];
  if (pictures === 0) return 'none, a video only';
  return `up to ${pictures}${mixesVideos ? ', with videos among them' : ', or one video'}`;
}

function videoOf({ videoBytes, seconds, isUpright, reel, video }: MediaLimits): string {
  const parts = [
    `${inMegabytes(videoBytes)}, ${seconds.min > 1 ? `${inWords(seconds.min)} to ${inWords(seconds.max)}` : `up to ${inWords(seconds.max)}`}`,
    isUpright && 'upright',
    reel &&
      `a reel where it is upright, ${reel.width} × ${reel.height} or larger and ${reel.seconds.min} to ${reel.seconds.max} s`,
    ...(video ? formatOf(video) : []),
  ];
  return parts.filter(Boolean).join('; ');
}

function formatOf({
  codecs,
  frameRate,
  width,
  height,
  aspect,
  isAac,
  isPlain,
}: VideoFormat): (string | false | undefined)[] {
  return [
    codecs?.join(', '),
    frameRate !== undefined && `${frameRate.min} to ${frameRate.max} frames a second`,
    width !== undefined && `${width.min > 1 ? `${width.min} to ` : 'at most '}${width.max} pixels wide`,
    height !== undefined && `${height.min} to ${height.max} pixels high`,
    aspect !== undefined && `width to height from ${ratio(aspect.min)} to ${ratio(aspect.max)}`,
    isAac === true && 'sound as AAC',
    isPlain === true && 'made for fast start, without edit lists',
  ];
}

function inMegabytes(bytes: number): string {
  return bytes >= 1_000_000_000 ? `${bytes / 1_000_000_000} GB` : `${bytes / 1_000_000} MB`;
}

function inWords(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds >= 600 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** 0.8 -> "4:5", 1.91 -> "1.91:1", 1 / 2.4 -> "1:2.4". */
function ratio(value: number): string {
  if (value === 0.8) return '4:5';
  return value < 1 ? `1:${Number((1 / value).toFixed(2))}` : `${Number(value.toFixed(2))}:1`;
}

/** "X/Twitter" -> "x-twitter.md". */
function fileOf(label: string): string {
  return `${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.md`;
}
