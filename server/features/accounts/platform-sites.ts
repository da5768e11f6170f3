import type { LoginPlatform } from '../../../shared/accounts/account-session.ts';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import type { PlatformLogin } from '../../../shared/platforms/descriptor.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';

/** A platform's site and login page, and the cookies that identify its session. */
export type PlatformSite = PlatformLogin & {
  platform: LoginPlatform;
  name: string;
};

/** The site of a platform; for the platform with warm-ups, its address is the setting `instagramUrl`. */
export function platformSite(platform: LoginPlatform, instagramUrl: string): PlatformSite {
  const { label, login } = platformOf(platform);
  if (!login) throw new Error(`Nobody logs in to ${label}.`);
  const named = { ...login, platform, name: label };
  if (platform !== WARMUP_PLATFORM) return named;
  return { ...named, url: instagramUrl, loginUrl: `${instagramUrl}${new URL(login.loginUrl).pathname}` };
}
