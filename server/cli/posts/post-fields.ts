import { text as readText } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import type { Account } from '../../../shared/accounts/accounts.ts';
import type { PostFields } from '../../../shared/posts/compose.ts';
import { parseHashtags } from '../../../shared/posts/composing.ts';
import { mediaItemOf } from '../../../shared/posts/media-library.ts';
import { type Destination, versionFor } from '../../../shared/posts/platform-limits.ts';
import { labelsOf, type Platform, platformSchema } from '../../../shared/posts/platforms.ts';
import type { Moment } from '../../../shared/posts/posts-api.ts';
import { joinParts } from '../../../shared/posts/thread-parts.ts';
import { optionExample, withTypedOptions } from '../../../shared/posts/typed-options.ts';
import { type PictureFit, withFit } from '../../../shared/publishing/picture-fit.ts';
import type { Api } from '../../agent-client/api.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { withWorkspaceOptions } from '../config/config-options.ts';
import { addAllToLibrary } from '../media/media.ts';
import { WrongUsage } from '../terminal/exit-code.ts';
import { collected, platform } from '../terminal/option-values.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { chooseAccount, PART_NEEDS_TEXT, TOO_MANY_ALTS } from './compose-messages.ts';

const DOCUMENTS = labelsOf(({ document }) => document);
const THREADS = labelsOf(({ replies }) => replies === 'thread');
const CARDS = labelsOf(({ linkCard }) => linkCard);

/** The options of `posts new` and `posts edit` that set a post's fields. A field without its option is not set. */
export type FieldOptions = {
  text?: string;
  part?: string[];
  hashtags?: string;
  media?: string[];
  alt?: string[];
  platform?: Platform[];
  account?: string[];
  firstComment?: string;
  document?: boolean;
  linkCard?: boolean;
  fit?: PictureFit;
  option?: string[];
};

const asGiven = (given: string) => given;

export function withFields(command: Command): Command {
  return withWorkspaceOptions(command)
    .option('--text <text>', 'its text; - reads it from standard input')
    .option(
      '--part <text>',
      `on ${THREADS}, the next post of a thread that begins with --text; elsewhere its next paragraph; can be repeated`,
      collected(asGiven),
    )
    .option('--hashtags <tags>', 'such as "#bread #baking"')
    .option('--media <file>', 'a picture or video of this machine, in order; can be repeated', collected(asGiven))
    .option('--alt <text>', 'the alt text of the file in the same place; can be repeated', collected(asGiven))
    .option('--platform <name>', 'a platform to post to; can be repeated', collected(platform))
    .option('--account <label>', 'an account to post to; can be repeated', collected(asGiven))
    .option('--first-comment <text>', 'a first comment, posted once the post is published')
    .addOption(
      new Option(
        '--fit <how>',
        `what to do with pictures of a shape that ${labelsOf(({ media }) => media.aspect)} does not accept`,
      ).choices(['crop', 'pad']),
    )
    .option(
      '--option <name=value>',
      `an option of one platform, such as ${optionExample()}; without a value, its default; can be repeated`,
      collected(asGiven),
    )
    .option('--document', `on ${DOCUMENTS}, the pictures as one document (PDF) to swipe through`)
    .option('--no-document', `on ${DOCUMENTS}, the pictures side by side`)
    .option('--link-card', `on ${CARDS}, a card for the link, taken from its page`)
    .option('--no-link-card', `on ${CARDS}, no card for the link`);
}

/** The fields given by the options, with their files added to the Media Library. */
export async function fieldsOf(
  api: Api,
  options: FieldOptions,
  terminal: Terminal,
  before: Pick<PostFields, 'media' | 'options'> = { media: [], options: {} },
): Promise<Partial<PostFields>> {
  const {
    text,
    part = [],
    hashtags,
    media = [],
    alt = [],
    firstComment,
    document,
    linkCard,
    fit,
    option = [],
  } = options;
  if (alt.length > media.length) throw new WrongUsage(TOO_MANY_ALTS);
  if (part.length > 0 && text === undefined) throw new WrongUsage(PART_NEEDS_TEXT);
  const chosen = withTypedOptions(before.options, option);
  if (typeof chosen === 'string') throw new WrongUsage(chosen);
  const destinations = await destinationsOf(api, options);
  const files = (await addAllToLibrary(api, media, alt)).map(mediaItemOf);
  return {
    ...(text !== undefined && {
      caption: joinParts([text === '-' ? (await readText(terminal.stdin)).trimEnd() : text, ...part]),
    }),
    ...(hashtags !== undefined && { hashtags: parseHashtags(hashtags) }),
    ...(firstComment !== undefined && { first_comment: firstComment }),
    ...(document !== undefined && { as_document: document }),
    ...(linkCard !== undefined && { link_card: linkCard ? null : { off: true } }),
    ...(option.length > 0 && { options: chosen }),
    ...destinations,
    ...mediaOf(files.length > 0 ? files : before.media, files.length > 0, fit),
  };
}

/** The media to set: the given files, or the post's own if only --fit is given. Null if neither is. */
function mediaOf(
  media: PostFields['media'],
  isNamed: boolean,
  fit: PictureFit | undefined,
): Pick<PostFields, 'media'> | null {
  if (fit !== undefined && media.length > 0) return { media: withFit(media, fit) };
  return isNamed ? { media } : null;
}

/** The platforms of the chosen accounts are implied. */
async function destinationsOf(
  api: Api,
  { platform: platforms = [], account: labels = [] }: FieldOptions,
): Promise<Pick<PostFields, 'platforms' | 'account_ids'> | null> {
  if (labels.length === 0)
    return platforms.length === 0 ? null : { platforms: [...new Set(platforms)], account_ids: null };
  const all = await listAccounts(api);
  const chosen = labels.map((label) => findAccount(all, label, platforms[0]));
  const has = (accounts: readonly Account[], one: Platform) => accounts.some((account) => account.platform === one);
  const leftOut = platforms.find((one) => has(all, one) && !has(chosen, one));
  if (leftOut) throw new WrongUsage(chooseAccount(leftOut));
  return {
    platforms: [...new Set([...platforms, ...chosen.map((account) => account.platform)])],
    account_ids: [...new Set(chosen.map(({ id }) => id))],
  };
}

const OFFSET = /(z|[+-]\d\d:?\d\d)$/i;

/** `now`, `next`, or a time in this machine's zone, unless it has an offset. WrongUsage for anything else. */
export async function moment(given: string): Promise<Moment> {
  const word = given.trim().toLowerCase();
  if (word === 'now' || word === 'next') return word;
  // Loaded only when needed: most commands parse no time.
  const { Temporal } = await import('temporal-polyfill');
  try {
    if (OFFSET.test(word)) return Temporal.Instant.from(word.toUpperCase()).toString();
    // A date alone would mean midnight, which is never intended.
    if (!/\d[ t]\d/.test(word)) throw new RangeError('It names no time of day.');
    return Temporal.PlainDateTime.from(word).toZonedDateTime(Temporal.Now.timeZoneId()).toInstant().toString();
  } catch {
    throw new WrongUsage(`"${given}" is not a time. Give now, next, or a time such as "2026-12-24 09:00".`);
  }
}

type Words = { caption?: string; hashtags?: string[] };

/** The change that sets `words` in the post's version for the platform or account named `name`. */
export async function versionOf(
  api: Api,
  post: PostFields,
  name: string,
  words: Words,
): Promise<Pick<PostFields, 'alternatives'> | Pick<PostFields, 'account_versions'>> {
  const changed = (destination: Destination) => {
    const { caption, hashtags } = versionFor(destination, post);
    return { caption, hashtags: [...hashtags], ...words };
  };
  const { data: platform } = platformSchema.safeParse(name.toLowerCase());
  if (platform) return { alternatives: { ...post.alternatives, [platform]: changed({ platform, accountId: null }) } };
  const account = findAccount(await listAccounts(api), name, post.platforms[0]);
  const version = changed({ platform: account.platform, accountId: account.id });
  return { account_versions: { ...post.account_versions, [account.id]: version } };
}
