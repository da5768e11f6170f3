import type { Text } from '@/domain/posts/post-text.ts';
import { mentionProblems } from '@/features/compose/checks/mention-problems.ts';
import type { Mend, Problem } from '@/features/compose/checks/problem.ts';
import {
  byTextLength,
  type ChosenDestination,
  limitsOf,
  rulesOf,
  type TextRules,
} from '@/features/compose/destinations/chosen.ts';
import { type Draft, type Target, wordsFor } from '@/features/compose/draft/draft.ts';
import { mediaProblems, wordProblems } from '@/features/compose/messages.ts';
import { isStory, storyNote, storyRefusal } from '../../../../shared/platforms/story.ts';
import { withLinkTags } from '../../../../shared/posts/link-tags.ts';
import {
  checkMedia,
  checkText,
  joinCaption,
  type MediaProblem,
  PLATFORM_LIMITS,
  textLength,
} from '../../../../shared/posts/platform-limits.ts';
import { canThread, platformLabel, platformName } from '../../../../shared/posts/platforms.ts';
import { writtenParts } from '../../../../shared/posts/thread-parts.ts';
import { fitNote, fittedItems } from '../../../../shared/publishing/picture-fit.ts';
import { firstCommentLimit, threadOf } from '../../../../shared/publishing/post-parts.ts';

/** Everything that the destinations would reject or change, without duplicates. */
export function problemsOf(draft: Draft, destinations: readonly ChosenDestination[]): Problem[] {
  const stories = destinations.filter((destination) => isSentAsStory(draft, destination));
  const others = destinations.filter((destination) => !stories.includes(destination));
  const rules = rulesOf(others);
  const groups = byTextLength(others);
  const isOdd = ({ platform }: ChosenDestination) =>
    groups.filter(([first]) => first?.platform === platform).length > 1;
  const found = [
    ...stories.flatMap((destination) => checkStory(draft, destination)),
    ...others.flatMap((destination) => checkWords(draft, destination, isOdd(destination))),
    ...writtenThreads(draft, others),
    ...mentionProblems(draft, others),
    ...rules.flatMap((of) => [...checkFiles(draft, of), ...checkComment(draft, of)]),
  ];
  return [...new Map(found.map((problem) => [problem.text, problem])).values()];
}

/** A post published by hand sends no options; the user chooses them on the platform's page. */
function isSentAsStory({ options, media }: Draft, { platform, account }: ChosenDestination): boolean {
  return isStory(options[platform], media) && (account === null || account.channel !== null);
}

function checkStory(draft: Draft, destination: ChosenDestination): Problem[] {
  const { platform } = destination;
  const name = platformLabel(platform);
  const refusal = storyRefusal(draft.media.length);
  const { caption, hashtags } = wordsFor(draft, { kind: 'platform', platform });
  const note = storyNote(joinCaption(caption, hashtags), draft.firstComment);
  return [
    ...(refusal
      ? [{ text: `${name}: ${refusal}`, isWarning: false, mends: [{ kind: 'options', platform } as const] }]
      : []),
    ...(note ? [{ text: `${name}: ${note}`, isWarning: true, mends: [] }] : []),
  ];
}

/** `isNamed`: the platform's accounts have different limits, so the message names the account. */
function checkWords(draft: Draft, destination: ChosenDestination, isNamed: boolean): Problem[] {
  const { platform, account } = destination;
  const hasOwn = account !== null && draft.byAccount[account.id] !== undefined;
  // Accounts that use the platform's text are reported once.
  const target: Exclude<Target, { kind: 'all' }> =
    hasOwn && account ? { kind: 'account', platform, id: account.id } : { kind: 'platform', platform };
  const name = hasOwn || isNamed ? destination.name : platformLabel(platform);
  const { caption, hashtags } = sentTo(destination, draft, target);
  const limits = limitsOf(destination);
  if (caption.trim() === '' && hashtags.length === 0 && draft.media.length === 0) return [];
  const check = checkText(platform, caption, hashtags, draft.options[platform], limits.textLength);
  const problems: Problem[] = [];
  const problem = (text: string, mends: Mend[], isWarning = false) => problems.push({ text, isWarning, mends });
  const shorten: Mend = { kind: 'shorten', target, name };
  const thread = canThread(platform) ? threadOf(joinCaption(caption, hashtags), platform, limits) : null;
  const posts = thread?.parts.length ?? 1;
  if (thread && thread.rest !== '') problem(wordProblems.threadTooLong(name, posts), [shorten]);
  else if (posts > 1) {
    if (writtenParts(caption).length === 1)
      problem(wordProblems.thread([hasOwn || isNamed ? name : platformName(platform)], posts), [shorten], true);
  } else if (check.isTooLong) {
    problem(wordProblems.tooLong(name, check.length - check.limit), [shorten]);
  }
  const { hashtags: most } = PLATFORM_LIMITS[platform];
  if (check.hasTooManyHashtags)
    problem(wordProblems.hashtags(name, most), [{ kind: 'fewerHashtags', target, count: most }]);
  if (check.hasBadTitle) problem(wordProblems.title(name, platform), [{ kind: 'customize', target, name }]);
  return problems;
}

/** Lists where the post goes out as the thread that was written; one message for each number of posts. */
function writtenThreads(draft: Draft, destinations: readonly ChosenDestination[]): Problem[] {
  const names = new Map<number, Set<string>>();
  for (const destination of destinations) {
    const { platform, account, name } = destination;
    if (!canThread(platform)) continue;
    const hasOwn = account !== null && draft.byAccount[account.id] !== undefined;
    const target: Target = account ? { kind: 'account', platform, id: account.id } : { kind: 'platform', platform };
    const { caption, hashtags } = sentTo(destination, draft, target);
    const { parts, rest } = threadOf(joinCaption(caption, hashtags), platform, limitsOf(destination));
    if (writtenParts(caption).length === 1 || parts.length === 1 || rest !== '') continue;
    const of = names.get(parts.length) ?? new Set();
    names.set(parts.length, of.add(hasOwn ? name : platformName(platform)));
  }
  return [...names].map(([posts, of]) => ({ text: wordProblems.thread([...of], posts), isWarning: true, mends: [] }));
}

/** The text with the link tags that it gets there. */
function sentTo({ tagging }: ChosenDestination, draft: Draft, target: Target): Text {
  const { caption, hashtags } = wordsFor(draft, target);
  return { caption: withLinkTags(caption, tagging), hashtags };
}

function checkFiles({ media, main }: Draft, { platform, limits }: TextRules): Problem[] {
  const name = platformLabel(platform);
  const leaveOut: Mend = { kind: 'leaveOut', platform };
  const isBegun = media.length > 0 || main.caption.trim() !== '';
  const trouble = checkMedia(
    platform,
    media.map(({ kind }) => kind),
    limits.pictures,
  );
  if (trouble && isBegun) {
    const text = mediaProblems[trouble](name, limits.pictures);
    const mends: { [of in MediaProblem]?: Mend[] } = {
      needs_media: [{ kind: 'addMedia' }],
      needs_video: [{ kind: 'makeVideo' }, { kind: 'addMedia' }],
    };
    return [{ text, isWarning: false, mends: [...(mends[trouble] ?? []), leaveOut] }];
  }
  const note = fitNote(platform, fittedItems(media));
  if (!note) return [];
  const [place = 0, ...more] = note.places;
  const crop: Mend[] = more.length === 0 ? [{ kind: 'crop', place }] : [];
  return [{ text: `${name}: ${note.text}`, isWarning: true, mends: [{ kind: 'pad' }, ...crop] }];
}

function checkComment({ firstComment }: Draft, { platform, tagging, limits }: TextRules): Problem[] {
  const limit = firstCommentLimit(platform, limits);
  if (textLength(withLinkTags(firstComment.trim(), tagging), platform) <= limit) return [];
  return [{ text: wordProblems.comment(platform, limit), isWarning: false, mends: [] }];
}
