import { asTyped, type Version } from '@/domain/posts/post-text.ts';
import type { Mend, Problem } from '@/features/compose/checks/problem.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import { type Draft, ownVersion, type Target, withVersion, wordsFor } from '@/features/compose/draft/draft.ts';
import { type ForeignMention, foreignMentionInWords, foreignMentions } from '../../../../shared/posts/mentions.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';

type MentionMend = Extract<Mend, { kind: 'mentionAtHome' }>;

/** A warning for each mention of a platform's user in a text for other platforms. */
export function mentionProblems(draft: Draft, destinations: readonly ChosenDestination[]): Problem[] {
  const found = new Map<string, { mention: ForeignMention; outcomes: Map<Platform, string | null> }>();
  for (const destination of destinations) {
    const { platform, account } = destination;
    const target: Target = account ? { kind: 'account', platform, id: account.id } : { kind: 'platform', platform };
    for (const mention of foreignMentions(platform, wordsFor(draft, target).caption)) {
      const { outcomes } = found.get(mention.shown) ?? { outcomes: new Map() };
      found.set(mention.shown, { mention, outcomes: outcomes.set(platform, mention.becomes) });
    }
  }
  return [...found.values()].map(({ mention, outcomes }) => {
    const { shown, home } = mention;
    const isSentThere = destinations.some(({ platform }) => platform === home);
    const mend: Mend = { kind: 'mentionAtHome', handle: shown.slice(1), home, isSentThere };
    const each = [...outcomes].map(([platform, becomes]) => ({ platform, becomes }));
    return { text: foreignMentionInWords(mention, each), isWarning: true, mends: [mend] };
  });
}

/**
 * The draft with a mention only on its own platform, which gets a separate text for it; elsewhere, the person's name
 * replaces the mention.
 */
export function withMentionAtHome(
  draft: Draft,
  destinations: readonly ChosenDestination[],
  { handle, home, isSentThere }: MentionMend,
  name: string,
): Draft {
  const shown = new RegExp(`(?<![\\p{L}\\p{N}_&/])@${handle.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}_@])`, 'gu');
  const named = (version: Version): Version => ({ ...version, caption: version.caption.replace(shown, () => name) });
  const there: Target = { kind: 'platform', platform: home };
  const kept =
    isSentThere && !ownVersion(draft, there) ? withVersion(draft, there, asTyped(wordsFor(draft, there))) : draft;
  const isHome = (id: string) => destinations.some(({ platform, account }) => platform === home && account?.id === id);
  const others = <Versions extends Record<string, Version>>(versions: Versions, isKept: (of: string) => boolean) =>
    Object.fromEntries(Object.entries(versions).map(([of, one]) => [of, isKept(of) ? one : named(one)])) as Versions;
  return {
    ...kept,
    main: named(kept.main),
    byPlatform: others(kept.byPlatform as Record<string, Version>, (of) => of === home),
    byAccount: others(kept.byAccount, isHome),
  };
}
