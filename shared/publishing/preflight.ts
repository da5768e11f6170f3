import { isEmptyValue, optionProblems, postKindOf, sentOptions } from '../platforms/option-values.ts';
import { STORY_SECONDS, storyNote, storyRefusal } from '../platforms/story.ts';
import { optionsOfAccount } from '../posts/account-options.ts';
import { foreignMentionInWords, foreignMentions } from '../posts/mentions.ts';
import { PLATFORM_LIMITS, textLength, textLimit, titledText } from '../posts/platform-limits.ts';
import { canThread, type Platform, platformLabel, platformOf } from '../posts/platforms.ts';
import type { PostProblem } from '../posts/post-problem.ts';
import { asOnePost } from '../posts/thread-parts.ts';
import { accountWarnings } from './account-warnings.ts';
import type { ChannelLimits } from './channel.ts';
import { checkAllMedia, inSentence } from './check-media.ts';
import type { CheckedMedia, CheckedPost, Describe } from './checked-post.ts';
import { documentTitle } from './document.ts';
import { effectsOf, limitsBeside } from './option-effects.ts';
import { firstCommentLimit, noCommentText, partsOf, sendsFirstComment, threadOf, type Words } from './post-parts.ts';
import { priceInWords, priceOf } from './prices.ts';
import { brokenQuotas, inMegabytes, type QuotaUse, quotaInWords, quotaUse } from './quota.ts';

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
    ...checkMentions(post, problem),
    ...checkFirstComment(post, problem),
    ...checkAllMedia(post, problem),
    ...checkDocument(post, problem),
    ...checkOptions(post, problem),
    ...(post.isStory ? checkStory(given, problem) : []),
    ...checkPrice(post, problem),
    ...checkQuotas(post, problem),
  ];
}

/** `noComment` is why the post is published without its first comment, for users; null if it is not. */
type Beside = CheckedPost & { isStory: boolean; noComment: string | null };

/** The post as its options change it. A manual post is unchanged: its options are not sent. */
function besideOptions(post: CheckedPost): Beside {
  const { platform, channel, media, options } = post;
  if (!channel) return { ...post, isStory: false, noComment: null };
  const effects = effectsOf(
    platform,
    sentOptions(optionsOfAccount(platform, channel.limits), { ...options, kind: postKindOf(media) }),
  );
  const limits = limitsBeside(platform, channel.limits, effects);
  const words = effects.isStory ? { text: '', firstComment: '' } : {};
  return {
    ...post,
    ...words,
    channel: { ...channel, limits },
    isStory: effects.isStory === true,
    noComment: noCommentText(platform, channel.limits, effects),
  };
}

function checkStory({ text, firstComment, media }: CheckedPost, problem: Describe): PostProblem[] {
  const found: PostProblem[] = [];
  const { min, max } = STORY_SECONDS;
  const refusal = storyRefusal(media.length);
  if (refusal) found.push(problem(refusal));
  for (const { facts } of media)
    if (facts?.kind === 'video' && facts.seconds !== null && (facts.seconds < min || Math.floor(facts.seconds) > max))
      found.push(problem(`The video of a story must last ${min} to ${max} seconds.`));
  const note = storyNote(text, firstComment);
  if (note) found.push(problem(note, { isWarning: true }));
  return found;
}

function checkWords({ platform, text, channel, media, options }: CheckedPost, problem: Describe): PostProblem[] {
  const label = platformLabel(platform);
  const limit = channel?.limits.textLength ?? textLimit(platform, media.length > 0);
  const length = textLength(asOnePost(text), platform);
  const chosen = options.own;
  const { titleLength } = PLATFORM_LIMITS[platform];
  // A title among the options is checked with them.
  const { title, body } = titledText(platform, text, chosen);
  const first = chosen.title === undefined ? (title ?? '') : null;
  const found: PostProblem[] = [];
  if (text.trim() === '' && media.length === 0) found.push(problem(`${label} does not accept empty posts.`));
  if (canThread(platform)) {
    const { parts, rest } = threadOf(text, platform, channel?.limits ?? {});
    if (rest !== '')
      found.push(problem(`It is too long, even for a thread of ${parts.length} posts.`, { mend: 'shorten' }));
    else if (parts.length > 1)
      found.push(problem(`It will be published as a thread of ${parts.length} posts.`, { isWarning: true }));
  } else if (length > limit)
    found.push(problem(`It has ${length} characters; the limit is ${limit}.`, { mend: 'shorten' }));
  if (titleLength === undefined) return found;
  if (first !== null && (first.length > titleLength || /[<>]/.test(first)))
    found.push(problem(`The first line is the title: at most ${titleLength} characters, without < and >.`));
  else if (first !== null && first.length < 2)
    found.push(problem('The first line is the title: it needs at least 2 characters.'));
  else if (chosen.description === undefined && /[<>]/.test(body))
    found.push(problem(`${label} does not allow < or > in the text.`));
  return found;
}

/** Handles meant for another platform, which mention no account here, or the wrong one. */
function checkMentions({ platform, text, firstComment }: CheckedPost, problem: Describe): PostProblem[] {
  const found = foreignMentions(platform, `${text}\n${firstComment}`);
  const once = new Set(
    found.map((mention) => foreignMentionInWords(mention, [{ becomes: mention.becomes, platform }])),
  );
  return [...once].map((words) => problem(words, { isWarning: true }));
}

function checkFirstComment({ platform, firstComment, channel, noComment }: Beside, problem: Describe): PostProblem[] {
  const limit = firstCommentLimit(platform, channel?.limits ?? {});
  const length = textLength(firstComment.trim(), platform);
  if (length > limit) return [problem(`The first comment has ${length} characters; the limit is ${limit}.`)];
  if (length === 0 || !channel) return [];
  if (noComment) return [problem(noComment, { isWarning: true })];
  if (sendsFirstComment(platform)) return [];
  return [
    problem(`The first comment is not sent to ${platformLabel(platform)}: post it yourself.`, { isWarning: true }),
  ];
}

/** For a manual post, nothing is sent: the user chooses on the platform's page. */
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
    ...optionProblems(options, label, chosen).map(({ text, name, isWarning = false, isMissing }) => {
      const field = options.fields.find((one) => one.name === name);
      const otherwise = isMissing && field?.kind === 'choice' ? field.unset : undefined;
      const more = otherwise === undefined ? '' : ` Otherwise it is published ${inSentence(otherwise)}.`;
      return problem(`${text}${more}`, { isWarning });
    }),
    ...accountWarnings(platform, channel.limits, {
      sent: sentOptions(options, chosen),
      hasCover: media.some(({ hasCover }) => hasCover),
    }).map(({ text }) => problem(text, { isWarning: true })),
  ];
}

/** For a manual post, no document is made: the user uploads the files. */
function checkDocument({ platform, text, media, channel, isDocument }: CheckedPost, problem: Describe): PostProblem[] {
  if (!isDocument || !channel) return [];
  const what = `The ${media.length} pictures are published as a PDF document to swipe through, titled "${documentTitle(platform, text)}".`;
  const hasAlts = media.some(({ alt }) => alt !== '');
  const found = [problem(hasAlts ? `${what} ${DOCUMENT_WITHOUT_ALTS}` : what, { isWarning: true })];
  const bytes = media.reduce((sum, { facts }) => sum + (facts?.mimeType === 'image/jpeg' ? facts.size : 0), 0);
  const maxBytes = platformOf(platform).document?.maxBytes ?? 0;
  if (bytes > maxBytes)
    found.push(problem(`The document is ${inMegabytes(bytes)}; the limit is ${inMegabytes(maxBytes)}.`));
  return found;
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

const DOCUMENT_WITHOUT_ALTS = 'Their descriptions are not sent: documents have none.';
const NOT_CONNECTED = 'The account must be connected again before this can be published.';
const ENDS_BEFORE = 'The login expires before this post is due. Connect the account again.';
