import { isEmptyValue, optionProblems, postKindOf, sentOptions } from '../platforms/option-values.ts';
import type { OptionValues } from '../platforms/options.ts';
import { STORY_SECONDS, storyNote, storyRefusal } from '../platforms/story.ts';
import { optionsOfAccount } from '../posts/account-options.ts';
import {
  checkMedia,
  MEDIA_LIMITS,
  PLATFORM_LIMITS,
  textLength,
  textLimit,
  titledText,
} from '../posts/platform-limits.ts';
import { canThread, type Platform, platformLabel, platformOf } from '../posts/platforms.ts';
import type { PostProblem } from '../posts/post-problem.ts';
import { asOnePost } from '../posts/thread-parts.ts';
import { accountWarnings } from './account-warnings.ts';
import type { ChannelLimits } from './channel.ts';
import { type VideoShape, videoTroubles } from './check-video.ts';
import { documentTitle } from './document.ts';
import { effectsOf, limitsBeside } from './option-effects.ts';
import { type FittedItem, fitNote, isChanged, type PictureFit, shapesOf } from './picture-fit.ts';
import { firstCommentLimit, noCommentText, partsOf, sendsFirstComment, threadOf, type Words } from './post-parts.ts';
import { priceInWords, priceOf } from './prices.ts';
import { brokenQuotas, inMegabytes, type Quota, type QuotaUse, quotaInWords, quotaUse } from './quota.ts';

/** A picture's or video's properties, read from its bytes. Sizes are in bytes and pixels. */
export type MediaFacts =
  | { kind: 'image'; mimeType: string; size: number; width: number; height: number; isAnimated?: boolean }
  | ({ kind: 'video'; mimeType: string } & VideoShape);

/** A picture or video of a post; `facts` is null if its bytes could not be read, and `trouble` says why. */
export type CheckedMedia = {
  kind: 'image' | 'video';
  /** The description, empty if the person wrote none. */
  alt: string;
  facts: MediaFacts | null;
  trouble: string | null;
  /** The person's choice. */
  fit?: PictureFit | undefined;
  /** It has a public address that the platform can fetch. */
  hasAddress?: boolean;
  /** A frame was chosen to stand for the video. */
  hasCover?: boolean;
};

/** A post for one account, or for a platform by hand. */
export type CheckedPost = {
  platform: Platform;
  accountId: string | null;
  /** The final text, hashtags included. */
  text: string;
  /** Empty if there is none. */
  firstComment: string;
  media: readonly CheckedMedia[];
  /** The pictures are sent as pages of one document (goesAsDocument). */
  isDocument: boolean;
  scheduledTime: string;
  /** What was chosen for it on this platform, and the account's defaults. */
  options: { own: OptionValues; defaults: OptionValues };
  /** The channel that sends it; null by hand. */
  channel: {
    state: 'ready' | 'reconnect';
    expiresAt: string | null;
    limits: ChannelLimits;
    /** Remaining quotas by the platform; empty if not asked. */
    quotas: readonly Quota[];
  } | null;
};

/** Why the platform would refuse the post, and what will be changed so that it does not. */
export function checkPost(given: CheckedPost): PostProblem[] {
  const { platform, accountId, channel, scheduledTime } = given;
  const post = besideOptions(given);
  const problem = (text: string, more: Partial<PostProblem> = {}): PostProblem => ({
    platform,
    accountId,
    text,
    isWarning: false,
    mend: null,
    media: null,
    ...more,
  });
  const found: PostProblem[] = [];
  if (channel?.state === 'reconnect') found.push(problem(NOT_CONNECTED, { mend: 'reconnect' }));
  else if (channel?.expiresAt && Date.parse(channel.expiresAt) <= Date.parse(scheduledTime))
    found.push(problem(ENDS_BEFORE, { mend: 'reconnect' }));
  return [
    ...found,
    ...checkWords(post, problem),
    ...checkFirstComment(post, problem),
    ...checkAllMedia(post, problem),
    ...checkDocument(post, problem),
    ...checkOptions(post, problem),
    ...(post.isStory ? checkStory(given, problem) : []),
    ...checkPrice(post, problem),
    ...checkQuotas(post, problem),
  ];
}

type Beside = CheckedPost & { isStory: boolean };

/** The post as its options leave it. By hand they are not sent. */
function besideOptions(post: CheckedPost): Beside {
  const { platform, channel, media, options } = post;
  if (!channel) return { ...post, isStory: false };
  const effects = effectsOf(
    platform,
    sentOptions(optionsOfAccount(platform, channel.limits), { ...options, kind: postKindOf(media) }),
  );
  const limits = limitsBeside(platform, channel.limits, effects);
  const words = effects.isStory ? { text: '', firstComment: '' } : {};
  return { ...post, ...words, channel: { ...channel, limits }, isStory: effects.isStory === true };
}

function checkStory({ text, firstComment, media }: CheckedPost, problem: Describe): PostProblem[] {
  const found: PostProblem[] = [];
  const { min, max } = STORY_SECONDS;
  const refusal = storyRefusal(media.length);
  if (refusal) found.push(problem(refusal));
  for (const { facts } of media)
    if (facts?.kind === 'video' && facts.seconds !== null && (facts.seconds < min || Math.floor(facts.seconds) > max))
      found.push(problem(`The video of a story takes ${min} to ${max} seconds.`));
  const note = storyNote(text, firstComment);
  if (note) found.push(problem(note, { isWarning: true }));
  return found;
}

type Describe = (text: string, more?: Partial<PostProblem>) => PostProblem;

function checkWords({ platform, text, channel, media, options }: CheckedPost, problem: Describe): PostProblem[] {
  const label = platformLabel(platform);
  const limit = channel?.limits.textLength ?? textLimit(platform, media.length > 0);
  const length = textLength(asOnePost(text), platform);
  const chosen = options.own;
  const { titleLength } = PLATFORM_LIMITS[platform];
  // One of the options is checked with them.
  const { title, body } = titledText(platform, text, chosen);
  const first = chosen.title === undefined ? (title ?? '') : null;
  const found: PostProblem[] = [];
  if (text.trim() === '' && media.length === 0) found.push(problem(`${label} takes no empty post.`));
  if (canThread(platform)) {
    const { parts, rest } = threadOf(text, platform, channel?.limits ?? {});
    if (rest !== '')
      found.push(problem(`It is too long, even for a thread of ${parts.length} posts.`, { mend: 'shorten' }));
    else if (parts.length > 1)
      found.push(problem(`It goes out as a thread of ${parts.length} posts.`, { isWarning: true }));
  } else if (length > limit) found.push(problem(`It has ${length} of ${limit} characters.`, { mend: 'shorten' }));
  if (titleLength === undefined) return found;
  if (first !== null && (first.length > titleLength || /[<>]/.test(first)))
    found.push(problem(`The first line is the title: at most ${titleLength} characters, without < and >.`));
  else if (first !== null && first.length < 2)
    found.push(problem('The first line is the title: it needs at least 2 characters.'));
  else if (chosen.description === undefined && /[<>]/.test(body))
    found.push(problem(`${label} takes no < and > in a text.`));
  return found;
}

function checkFirstComment({ platform, firstComment, channel }: CheckedPost, problem: Describe): PostProblem[] {
  const limit = firstCommentLimit(platform, channel?.limits ?? {});
  const length = textLength(firstComment.trim(), platform);
  if (length > limit) return [problem(`The first comment has ${length} of ${limit} characters.`)];
  if (length === 0 || !channel) return [];
  const refusal = noCommentText(platform, channel.limits);
  if (refusal) return [problem(refusal, { isWarning: true })];
  if (sendsFirstComment(platform)) return [];
  return [
    problem(`The first comment is not sent to ${platformLabel(platform)}: post it yourself.`, { isWarning: true }),
  ];
}

/** By hand nothing is sent: the person chooses on the platform's page. */
function checkOptions(
  { platform, media, channel, options: { own, defaults } }: CheckedPost,
  problem: Describe,
): PostProblem[] {
  const label = platformLabel(platform);
  const isAny = Object.values(own).some((value) => !isEmptyValue(value));
  if (!channel)
    return isAny
      ? [problem(`Its options for ${label} are not sent by hand: choose them there.`, { isWarning: true })]
      : [];
  const options = optionsOfAccount(platform, channel.limits);
  const chosen = { own, defaults, kind: postKindOf(media) };
  return [
    ...optionProblems(options, label, chosen).map(({ text, isWarning = false }) => problem(text, { isWarning })),
    ...accountWarnings(platform, channel.limits, {
      sent: sentOptions(options, chosen),
      hasCover: media.some(({ hasCover }) => hasCover),
    }).map(({ text }) => problem(text, { isWarning: true })),
  ];
}

/** By hand no document is made: the person uploads the files. */
function checkDocument({ platform, text, media, channel, isDocument }: CheckedPost, problem: Describe): PostProblem[] {
  if (!isDocument || !channel) return [];
  const what = `The ${media.length} pictures go out as a PDF document to swipe through, titled "${documentTitle(platform, text)}".`;
  const hasAlts = media.some(({ alt }) => alt !== '');
  const found = [problem(hasAlts ? `${what} ${DOCUMENT_WITHOUT_ALTS}` : what, { isWarning: true })];
  const bytes = media.reduce((sum, { facts }) => sum + (facts?.mimeType === 'image/jpeg' ? facts.size : 0), 0);
  const maxBytes = platformOf(platform).document?.maxBytes ?? 0;
  if (bytes > maxBytes)
    found.push(problem(`The document has ${inMegabytes(bytes)}; it can have ${inMegabytes(maxBytes)}.`));
  return found;
}

function checkAllMedia({ platform, media, channel, isDocument, isStory }: Beside, problem: Describe): PostProblem[] {
  const label = platformLabel(platform);
  const limits = MEDIA_LIMITS[platform];
  const kinds = media.map(({ kind }) => kind);
  const pictures = channel?.limits.pictures ?? PLATFORM_LIMITS[platform].pictures;
  const found: PostProblem[] = [];
  const trouble = checkMedia(platform, kinds);
  if (trouble === 'needs_media') found.push(problem(`${label} takes no post without a picture or video.`));
  else if (trouble === 'needs_video') found.push(problem(`${label} takes videos only.`));
  else if (trouble === 'video_among_others') found.push(problem(`${label} takes a video alone, without pictures.`));
  else if (!kinds.includes('video') && kinds.length > pictures)
    found.push(problem(`${label} takes ${pictures} pictures; this post has ${kinds.length}.`));
  // A story is never cut.
  const items = isStory ? [] : media.map(fittedItem);
  const shapes = shapesOf(platform, items);
  // A converted file has no public address.
  const lacksAddress = ({ kind, facts, hasAddress }: CheckedMedia, place: number) =>
    (kind === 'image' &&
      !(hasAddress && facts && limits.imageTypes.includes(facts.mimeType) && facts.size <= limits.imageBytes)) ||
    (kind === 'video' && limits.fetchesVideos && !hasAddress) ||
    isChanged(shapes[place]);
  if (channel?.limits.needsAddress && media.some(lacksAddress))
    found.push(
      problem(
        `${label} fetches ${limits.fetchesVideos ? 'pictures and videos' : 'pictures'} from a public address, and this post has one without: it comes up as "Your turn".`,
      ),
    );
  for (const [index, { kind, alt, facts, trouble: unread }] of media.entries()) {
    const about = (text: string, more: Partial<PostProblem> = {}) =>
      found.push(problem(text, { media: index, ...more }));
    const name = media.length > 1 ? `${facts?.kind === 'video' ? 'Video' : 'Picture'} ${index + 1}` : undefined;
    const altLimit = altLimitOf(platform, channel?.limits);
    const altLength = altLengthOf(alt);
    if (channel && !isDocument && altLimit !== undefined && altLength > altLimit)
      about(`The description of ${inSentence(name ?? nameOf(kind))} has ${altLength} of ${altLimit} characters.`, {
        mend: 'shorten',
      });
    if (!facts) {
      about(`${name ?? 'The file'} cannot be read. ${unread ?? ''}`.trim());
    } else if (facts.kind === 'image') {
      const types = channel?.limits.mimeTypes?.filter((type) => type.startsWith('image/')) ?? limits.imageTypes;
      const isGif = facts.mimeType === 'image/gif' && limits.gifBytes !== undefined;
      const maxBytes = channel?.limits.imageBytes ?? (isGif ? limits.gifBytes : null) ?? limits.imageBytes;
      if (isGif && media.length > 1) about(`${label} takes a GIF alone, without other pictures.`);
      // Everything else is converted when it is sent or prepared, without a decision.
      if (facts.size > maxBytes && isGif)
        about(`The GIF has ${inMegabytes(facts.size)}; ${label} takes ${inMegabytes(maxBytes)}.`);
      else if (facts.isAnimated && (facts.size > maxBytes || !types.includes(facts.mimeType)))
        about(`${name ?? 'The picture'} moves, and ${label} does not take it so. Choose a still picture or a video.`);
    } else {
      for (const { text, isWarning } of videoTroubles(platform, facts, channel?.limits ?? null))
        about(text, { isWarning });
    }
  }
  const note = fitNote(platform, items);
  const [place = null, ...more] = note?.places ?? [];
  if (note) found.push(problem(note.text, { isWarning: true, mend: 'fit', media: more.length === 0 ? place : null }));
  return found;
}

function fittedItem({ kind, facts, fit }: CheckedMedia): FittedItem {
  return { kind, fit, size: facts && { width: facts.width, height: facts.height } };
}

function checkPrice({ platform, media, channel, ...words }: CheckedPost, problem: Describe): PostProblem[] {
  const price = channel && priceInWords(platform, partsOf(platform, words, channel.limits), media);
  return price ? [problem(price, { isWarning: true })] : [];
}

function checkQuotas(post: CheckedPost, problem: Describe): PostProblem[] {
  const { platform, media, scheduledTime, channel } = post;
  if (!channel) return [];
  const use = quotaUseOf(platform, post, media, channel.limits);
  const broken = brokenQuotas(channel.quotas, use, scheduledTime);
  return broken.map((quota) => problem(quotaInWords(platform, quota, use)));
}

/** What a post uses of a channel's quotas. */
export function quotaUseOf(
  platform: Platform,
  words: Words,
  media: readonly CheckedMedia[],
  limits: ChannelLimits,
): QuotaUse {
  const parts = partsOf(platform, words, limits);
  return quotaUse(
    parts.length,
    media.map(({ kind, facts }) => ({ kind, size: facts?.size ?? 0 })),
    priceOf(platform, parts, media),
  );
}

/** The longest description of a picture or video; undefined if no limit is known. */
export function altLimitOf(platform: Platform, limits: ChannelLimits | undefined): number | undefined {
  return limits?.altLength ?? MEDIA_LIMITS[platform].altLength;
}

/** Descriptions are counted in code points. */
export function altLengthOf(alt: string): number {
  return [...alt].length;
}

function nameOf(kind: 'image' | 'video'): string {
  return kind === 'video' ? 'the video' : 'the picture';
}

function inSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const DOCUMENT_WITHOUT_ALTS = 'Their descriptions are not sent: documents have none.';
const NOT_CONNECTED = 'The account must be connected again before this can go out.';
const ENDS_BEFORE = 'The log-in ends before this post is due. Connect the account again.';
