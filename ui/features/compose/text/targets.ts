import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Target } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

/** A target with its name and a unique key. */
export type NamedTarget = { key: string; name: string; platform: Platform | null; target: Target };

export function keyOf(target: Target): string {
  if (target.kind === 'all') return 'all';
  return target.kind === 'platform' ? target.platform : target.id;
}

/** The shared text, then each platform of the destinations with its accounts. */
export function targetsOf(destinations: readonly ChosenDestination[]): NamedTarget[] {
  const targets: NamedTarget[] = [
    { key: 'all', name: composeMessages.text.all, platform: null, target: { kind: 'all' } },
  ];
  for (const platform of new Set(destinations.map((destination) => destination.platform))) {
    targets.push({ key: platform, name: platformLabel(platform), platform, target: { kind: 'platform', platform } });
    for (const { account } of destinations.filter((destination) => destination.platform === platform)) {
      if (!account) continue;
      const { id, label } = account;
      targets.push({
        key: id,
        name: `${label} (${platformLabel(platform)})`,
        platform,
        target: { kind: 'account', platform, id },
      });
    }
  }
  return targets;
}
