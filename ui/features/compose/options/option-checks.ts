import type { Problem } from '@/features/compose/checks/problem.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Draft } from '@/features/compose/draft/draft.ts';
import { optionProblems, postKindOf, sentOptions } from '../../../../shared/platforms/option-values.ts';
import { optionsOf } from '../../../../shared/posts/platform-options.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { effectsOf } from '../../../../shared/publishing/option-effects.ts';
import { noCommentText } from '../../../../shared/publishing/post-parts.ts';

/** Loaded with the lists of options, after the composer itself. */

/** What the platforms would refuse of a post's options, or leave out because of them. */
export function optionChecks(draft: Draft, destinations: readonly ChosenDestination[]): Problem[] {
  const kind = postKindOf(draft.media);
  const found = destinations.flatMap(({ platform, account }) => {
    // By hand nothing is sent.
    if (account && !account.channel) return [];
    const label = platformLabel(platform);
    const own = draft.options[platform] ?? {};
    const defaults = account?.defaults ?? {};
    const chosen = { own, defaults, kind };
    const mistakes = optionProblems(optionsOf(platform), label, chosen).map(
      ({ text, isWarning = false }): Problem => ({
        text: text.includes(label) ? text : `${label}: ${text}`,
        isWarning,
        mends: isWarning ? [] : [{ kind: 'options', platform }],
      }),
    );
    if (draft.firstComment.trim() === '' || !account?.channel) return mistakes;
    const effects = effectsOf(platform, sentOptions(optionsOf(platform), chosen));
    const refusal = noCommentText(platform, account.channel.limits, effects);
    return refusal ? [...mistakes, { text: refusal, isWarning: true, mends: [] }] : mistakes;
  });
  return [...new Map(found.map((problem) => [problem.text, problem])).values()];
}
