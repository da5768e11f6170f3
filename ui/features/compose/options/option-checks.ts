import type { Problem } from '@/features/compose/checks/problems.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Draft } from '@/features/compose/draft/draft.ts';
import { optionProblems, postKindOf } from '../../../../shared/platforms/option-values.ts';
import { optionsOf } from '../../../../shared/posts/platform-options.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

/** Loaded with the lists of options, after the composer itself. */

/** What the platforms would refuse of a post's options, or leave out. */
export function optionChecks(draft: Draft, destinations: readonly ChosenDestination[]): Problem[] {
  const kind = postKindOf(draft.media);
  const found = destinations.flatMap(({ platform, account }) => {
    // By hand nothing is sent.
    if (account && !account.channel) return [];
    const label = platformLabel(platform);
    const own = draft.options[platform] ?? {};
    const defaults = account?.defaults ?? {};
    return optionProblems(optionsOf(platform), label, { own, defaults, kind }).map(
      ({ text, isWarning = false }): Problem => ({
        text: text.includes(label) ? text : `${label}: ${text}`,
        isWarning,
        mends: isWarning ? [] : [{ kind: 'options', platform }],
      }),
    );
  });
  return [...new Map(found.map((problem) => [problem.text, problem])).values()];
}
