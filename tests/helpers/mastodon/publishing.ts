import { mastodonPublisher } from '../../../server/features/publishing/platforms/mastodon/publisher.ts';
import type { Session } from '../../../server/features/publishing/publisher.ts';
import { type SteppedCalls, steppedCalls } from '../publishing/platform-sessions.ts';
import { type MastodonServer, startMastodonServer } from './imitation.ts';
import type { InstanceOptions } from './world.ts';

/** An instance and the publisher's calls share one clock, which advances while the publisher waits, and manually. */
export type Setting = SteppedCalls & { server: MastodonServer };

export async function startSetting(options: Partial<InstanceOptions> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startMastodonServer({ now: () => stepped.clock.now, domain: 'mastodon.example', ...options });
  return { server, ...stepped };
}

/** A session for ada. */
export async function openSession({ server, calls }: Setting): Promise<Session> {
  const accessToken = server.tokenFor('ada', 'read write');
  const { secret } = await mastodonPublisher.connect(
    { platform: 'mastodon', server: server.origin, accessToken },
    calls,
  );
  return mastodonPublisher.open(JSON.parse(JSON.stringify(secret)), calls, async () => undefined);
}
