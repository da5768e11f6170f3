import { describe, expect, it } from 'vitest';
import type { PublishingAccount } from '@/domain/publishing/accounts.ts';
import { fromRemembered, toRemember } from '@/features/compose/destinations/chosen.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

const account = (id: string, platform: Platform, isConnected = true): PublishingAccount => ({
  id,
  platform,
  label: id,
  defaults: {},
  channel: isConnected ? { isReady: true, isPaused: false, handle: id, limits: {} } : null,
});
const ada = account('ada', 'bluesky');
const byHand = account('by-hand', 'twitter', false);
const more = [account('eve', 'bluesky'), account('x', 'twitter'), account('page', 'linkedin')];

describe('a new post begins with the destinations of the last', () => {
  const begin = (platforms: Platform[], accountIds: string[] | null, now: PublishingAccount[]) =>
    fromRemembered(toRemember({ platforms, accountIds }, [ada, byHand]), now);

  it.each([
    ['chosen accounts', ['bluesky'], ['ada']],
    ['accounts that nobody chose', ['bluesky', 'twitter'], null],
  ] as const)('%s stay when others are added', (_, platforms, ids) => {
    const kept = platforms.flatMap((platform) => (platform === 'bluesky' ? ['ada'] : ['by-hand']));
    const begun = begin([...platforms], ids && [...ids], [ada, byHand, ...more]);
    expect(begun).toEqual({ platforms: [...platforms], accountIds: kept });
  });

  it('a platform that had no account goes to its first one', () => {
    const begun = begin(['bluesky', 'linkedin'], ['ada'], [ada, byHand, ...more]);
    expect(begun).toEqual({ platforms: ['bluesky', 'linkedin'], accountIds: ['ada', 'page'] });
  });

  it('a deleted account is not replaced by another, and a platform without accounts stays', () => {
    expect(begin(['bluesky', 'mastodon'], ['ada'], more)).toEqual({ platforms: ['mastodon'], accountIds: null });
  });
});
