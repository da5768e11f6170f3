import type { Problem } from '@/features/compose/checks/problem.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Draft } from '@/features/compose/draft/draft.ts';
import {
  type OptionProblem,
  optionProblems,
  postKindOf,
  sentOptions,
} from '../../../../shared/platforms/option-values.ts';
import { optionsOfAccount } from '../../../../shared/posts/account-options.ts';
import { optionsOf } from '../../../../shared/posts/platform-options.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { accountWarnings } from '../../../../shared/publishing/account-warnings.ts';
import { effectsOf } from '../../../../shared/publishing/option-effects.ts';
import { noCommentText } from '../../../../shared/publishing/post-parts.ts';

/** Loaded on demand with the lists of options, after the composer itself. */

/** The options of a post that platforms would reject, and what they would leave out because of its options. */
export function optionChecks(draft: Draft, destinations: readonly ChosenDestination[]): Problem[] {
  const found = destinations.flatMap((destination) => {
    const { platform } = destination;
    const label = platformLabel(platform);
    const own = problemsOf(draft, destination).map(
      ({ text, isWarning = false }): Problem => ({
        text: text.includes(label) ? text : `${label}: ${text}`,
        isWarning,
        mends: isWarning ? [] : [{ kind: 'options', platform }],
      }),
    );
    return [...own, ...warningsOf(draft, destination)];
  });
  return [...new Map(found.map((problem) => [problem.text, problem])).values()];
}

/** The first destination with an option that must be chosen before the post is scheduled; null if none. */
export function missingChoice(draft: Draft, destinations: readonly ChosenDestination[]) {
  for (const destination of destinations) {
    const missing = problemsOf(draft, destination).find(({ isMissing }) => isMissing);
    if (missing) return { platform: destination.platform, text: missing.text };
  }
  return null;
}

/** None for accounts that post by hand, because no options are sent. */
function problemsOf(draft: Draft, { platform, account }: ChosenDestination): OptionProblem[] {
  if (account && !account.channel) return [];
  const options = account?.channel ? optionsOfAccount(platform, account.channel.limits) : optionsOf(platform);
  return optionProblems(options, platformLabel(platform), chosenFor(draft, { platform, account }));
}

function warningsOf(draft: Draft, { platform, account }: ChosenDestination): Problem[] {
  if (!account?.channel) return [];
  const { limits } = account.channel;
  const sent = sentOptions(optionsOfAccount(platform, limits), chosenFor(draft, { platform, account }));
  const hasCover = draft.media.some(({ coverMs }) => coverMs !== undefined);
  const warnings = accountWarnings(platform, limits, { sent, hasCover }).map(
    ({ text, url, link }): Problem => ({ text, isWarning: true, mends: [{ kind: 'visit', url, link }] }),
  );
  const effects = effectsOf(platform, sent);
  const refusal = draft.firstComment.trim() === '' || effects.isStory ? null : noCommentText(platform, limits, effects);
  return refusal ? [...warnings, { text: refusal, isWarning: true, mends: [] }] : warnings;
}

function chosenFor({ options, media }: Draft, { platform, account }: Pick<ChosenDestination, 'platform' | 'account'>) {
  return { own: options[platform] ?? {}, defaults: account?.defaults ?? {}, kind: postKindOf(media) };
}
