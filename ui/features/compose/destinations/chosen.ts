import type { PublishingAccount } from '@/domain/publishing/accounts.ts';
import type { Draft } from '@/features/compose/draft/draft.ts';
import { type LinkTagging, type LinkTags, type PostOrigin, taggingOf } from '../../../../shared/posts/link-tags.ts';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

/** A post's destination: an account, or a platform without one. `name` is its label in the composer. */
export type ChosenDestination = {
  platform: Platform;
  account: PublishingAccount | null;
  name: string;
  /** The tags added to links in the text sent there. */
  tagging: LinkTagging | null;
};

/**
 * A draft's accounts, by the same rule as private.destinations: the chosen ones; without a choice, every connected
 * account of a platform or, if none is connected, all its accounts.
 */
export function chosenAccounts(
  { platforms, accountIds }: Pick<Draft, 'platforms' | 'accountIds'>,
  accounts: readonly PublishingAccount[],
): PublishingAccount[] {
  const known = accounts.filter(({ platform }) => platforms.includes(platform));
  if (accountIds) return known.filter(({ id }) => accountIds.includes(id));
  return known.filter(
    ({ platform, channel }) => channel !== null || !known.some((other) => other.platform === platform && other.channel),
  );
}

/** Every destination of a draft, in the order of the platforms. */
export function destinationsOf(
  draft: Pick<Draft, 'platforms' | 'accountIds'>,
  accounts: readonly PublishingAccount[],
  { linkTags, origin }: { linkTags: Partial<LinkTags> | undefined; origin: PostOrigin },
): ChosenDestination[] {
  const chosen = chosenAccounts(draft, accounts);
  return PLATFORM_IDS.filter((platform) => draft.platforms.includes(platform)).flatMap(
    (platform): ChosenDestination[] => {
      const own = chosen.filter((account) => account.platform === platform);
      const tagging = taggingOf(linkTags, platform, origin);
      if (own.length > 0) return own.map((account) => ({ platform, account, name: account.label, tagging }));
      const hasAccounts = accounts.some((account) => account.platform === platform);
      return hasAccounts && chosen.length > 0
        ? []
        : [{ platform, account: null, name: platformLabel(platform), tagging }];
    },
  );
}

/** The rules for a text on a platform: how its links are tagged, and the strictest limits of the chosen accounts. */
export type TextRules = { platform: Platform; tagging: LinkTagging | null; limits: AccountLimits };
type AccountLimits = { textLength: number; pictures: number };

/** The rules on each platform of the destinations. */
export function rulesOf(destinations: readonly ChosenDestination[]): TextRules[] {
  return [...new Set(destinations.map(({ platform }) => platform))].map((platform) => {
    const here = destinations.filter((destination) => destination.platform === platform);
    const limits = here.map(limitsOf);
    return {
      platform,
      tagging: here[0]?.tagging ?? null,
      limits: {
        textLength: Math.min(...limits.map(({ textLength }) => textLength)),
        pictures: Math.min(...limits.map(({ pictures }) => pictures)),
      },
    };
  });
}

/** The destinations of each platform, grouped by maximum text length: one group, unless its accounts differ. */
export function byTextLength(destinations: readonly ChosenDestination[]): ChosenDestination[][] {
  const groups = new Map<string, ChosenDestination[]>();
  for (const destination of destinations) {
    const key = `${destination.platform} ${limitsOf(destination).textLength}`;
    groups.set(key, [...(groups.get(key) ?? []), destination]);
  }
  return [...groups.values()];
}

/** The limits of a destination: the account's if its platform reports any, else the platform's. */
export function limitsOf({ platform, account }: ChosenDestination): AccountLimits {
  const usual = PLATFORM_LIMITS[platform];
  const { textLength = usual.textLength, pictures = usual.pictures } = account?.channel?.limits ?? {};
  return { textLength, pictures };
}

/**
 * A post's destinations, preselected for the next post. Accounts added later are preselected too, but only on platforms
 * that had none. `withoutAccount` lists those platforms; it is missing if an older version stored the destinations.
 */
export type RememberedDestinations = Pick<Draft, 'platforms' | 'accountIds'> & { withoutAccount?: Platform[] };

export function toRemember(
  { platforms, accountIds }: Pick<Draft, 'platforms' | 'accountIds'>,
  accounts: readonly PublishingAccount[],
): RememberedDestinations {
  const chosen = chosenAccounts({ platforms, accountIds }, accounts).map(({ id }) => id);
  return {
    platforms,
    accountIds: chosen.length > 0 ? chosen : accountIds,
    withoutAccount: platforms.filter((platform) => !isAmong(accounts, platform)),
  };
}

/** The remembered accounts that still exist; on a platform that had none at the time, its default accounts. */
export function fromRemembered(
  { platforms, accountIds, withoutAccount }: RememberedDestinations,
  accounts: readonly PublishingAccount[],
): Pick<Draft, 'platforms' | 'accountIds'> {
  if (!withoutAccount) return { platforms, accountIds };
  const first = chosenAccounts({ platforms: withoutAccount, accountIds: null }, accounts);
  const chosen = accounts.filter((account) => accountIds?.includes(account.id) || first.includes(account));
  return {
    platforms: platforms.filter((platform) => isAmong(chosen, platform) || !isAmong(accounts, platform)),
    accountIds: chosen.length > 0 ? chosen.map(({ id }) => id) : null,
  };
}

function isAmong(accounts: readonly PublishingAccount[], platform: Platform): boolean {
  return accounts.some((account) => account.platform === platform);
}

/** The draft with an account selected or deselected. From then on the post goes to exactly the selected ones. */
export function withAccount(
  draft: Draft,
  accounts: readonly PublishingAccount[],
  id: string,
  isChosen: boolean,
): Draft {
  const chosen = new Set(chosenAccounts(draft, accounts).map((account) => account.id));
  if (isChosen) chosen.add(id);
  else chosen.delete(id);
  const next = accounts.filter((account) => chosen.has(account.id));
  const withoutAccount = draft.platforms.filter((platform) => !accounts.some((other) => other.platform === platform));
  return {
    ...draft,
    platforms: inOrder([...withoutAccount, ...next.map(({ platform }) => platform)]),
    accountIds: next.length > 0 ? next.map((account) => account.id) : null,
  };
}

/** The draft with a platform selected or deselected. Its accounts are removed from the explicitly chosen ones. */
export function withPlatform(
  draft: Draft,
  accounts: readonly PublishingAccount[],
  platform: Platform,
  isChosen: boolean,
): Draft {
  const others = draft.platforms.filter((other) => other !== platform);
  const left = draft.accountIds?.filter((id) => accounts.find((account) => account.id === id)?.platform !== platform);
  return {
    ...draft,
    platforms: inOrder(isChosen ? [...others, platform] : others),
    accountIds: left && left.length > 0 ? left : null,
  };
}

function inOrder(platforms: readonly Platform[]): Platform[] {
  return PLATFORM_IDS.filter((platform) => platforms.includes(platform));
}
