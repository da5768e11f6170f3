import { PAGE_SCOPES } from '../../../server/features/publishing/platforms/linkedin/oauth.ts';
import { createLinkedInPublisher } from '../../../server/features/publishing/platforms/linkedin/publisher.ts';
import type { Connected, Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { openWith, type SteppedCalls, signInWith, steppedCalls } from '../publishing/platform-sessions.ts';
import { type LinkedInServer, type Member, startLinkedInServer, type World } from './imitation.ts';
import { APP, REDIRECT } from './linkedin-oauth.ts';

/** LinkedIn and the publisher's calls share one clock, which advances while the publisher waits, and manually. */
export type Setting = SteppedCalls & { server: LinkedInServer; ada: Member; publisher: Publisher };

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startLinkedInServer({ now: () => stepped.clock.now, ...options });
  const publisher = createLinkedInPublisher({
    ...platformApi('linkedin'),
    origin: server.origin,
    tokenOrigin: server.origin,
  });
  return { server, ada: server.addMember('Ada Lovelace'), publisher, ...stepped };
}

export async function connect({ publisher, ada, calls }: Setting, accessToken = ada.token): Promise<Connected> {
  return await publisher.connect({ platform: 'linkedin', accessToken }, calls);
}

/** A session for ada. */
export async function openSession(setting: Setting): Promise<Session> {
  const { secret } = await connect(setting);
  return openWith(setting, secret);
}

/** A request that begins a sign-in. */
export function requestOf(more: object = {}): SignInRequest {
  return signInRequestSchema.parse({ platform: 'linkedin', clientId: APP.id, clientSecret: APP.secret, ...more });
}

/** A request that begins a sign-in for a page, through an app that can do nothing else. */
export function pageRequestOf(server: LinkedInServer, more: object = {}): SignInRequest {
  server.accounts.products = PAGE_SCOPES;
  const own = { pageClientId: APP.id, pageClientSecret: APP.secret };
  return signInRequestSchema.parse({ platform: 'linkedin', ...own, ...more });
}

/** Signs ada in. */
export const signIn = (setting: Setting, more: object = {}) => signInBy(setting, requestOf(more));
export const signInBy = (setting: Setting, request: SignInRequest) => signInWith(setting, request, REDIRECT);
