import { platformCalls } from '../../server/features/publishing/platform-calls.ts';
import { publishersFor } from '../../server/features/publishing/publishers.ts';
import { type ChannelEntry, signInRequestSchema } from '../../shared/publishing/channel-entries.ts';
import type { PlatformApiSettings } from '../../shared/publishing/platform-apis.ts';

const REDIRECT_URI = 'http://127.0.0.1:3001/api/channels/return';

type Clock = () => number;

const calls = (now: Clock) =>
  platformCalls({ signal: AbortSignal.timeout(60_000), now: () => new Date(Math.round(now())) });

function publisherOf(apis: PlatformApiSettings, platform: string) {
  const found = publishersFor(apis).find((one) => one.platform === platform);
  if (!found) throw new Error(`No publisher for ${platform}.`);
  return found;
}

/** What connecting keeps, with a log-in that the person enters. */
export async function connected(apis: PlatformApiSettings, entry: ChannelEntry, now: Clock): Promise<unknown> {
  return (await publisherOf(apis, entry.platform).connect(entry, calls(now))).secret;
}

/** A sign-in on the platform's page, which the person grants. */
export async function signedIn(
  apis: PlatformApiSettings,
  entry: { platform: string },
  decide: (url: string) => Promise<string>,
  now: Clock,
): Promise<unknown> {
  const request = signInRequestSchema.parse(entry);
  const signIn = await publisherOf(apis, request.platform).oauth?.begin(request, REDIRECT_URI, calls(now));
  if (!signIn) throw new Error(`No sign-in for ${request.platform}.`);
  return (await signIn.complete(await decide(signIn.authorizeUrl), calls(now))).secret;
}
