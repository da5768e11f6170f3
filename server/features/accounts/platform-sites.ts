import type { LoginPlatform } from '../../../shared/accounts/account-session.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';

/** Where users log in to a platform, and how its session is recognised. */
export type PlatformSite = {
  platform: LoginPlatform;
  name: string;
  /** Only cookies of this site are loaded, saved and imported. */
  url: string;
  loginUrl: string;
  /** A session has at least one of these. */
  sessionCookies: readonly string[];
};

type Entry = Omit<PlatformSite, 'platform' | 'name'>;

const SITES: { [platform in LoginPlatform]: Entry } = {
  instagram: {
    url: 'https://www.instagram.com',
    loginUrl: 'https://www.instagram.com/accounts/login/',
    sessionCookies: ['sessionid'],
  },
  facebook: {
    url: 'https://www.facebook.com',
    loginUrl: 'https://www.facebook.com/login/',
    sessionCookies: ['c_user'],
  },
  tiktok: {
    url: 'https://www.tiktok.com',
    loginUrl: 'https://www.tiktok.com/login',
    sessionCookies: ['sessionid'],
  },
  youtube_shorts: {
    url: 'https://www.youtube.com',
    loginUrl: 'https://accounts.google.com/ServiceLogin?service=youtube&continue=https%3A%2F%2Fwww.youtube.com%2F',
    sessionCookies: ['LOGIN_INFO', 'SID'],
  },
  twitter: {
    url: 'https://x.com',
    loginUrl: 'https://x.com/i/flow/login',
    sessionCookies: ['auth_token'],
  },
  linkedin: {
    url: 'https://www.linkedin.com',
    loginUrl: 'https://www.linkedin.com/login',
    sessionCookies: ['li_at'],
  },
};

/** Log-in and checkpoint addresses of platforms other than Instagram. */
export const LOGIN_ADDRESS = /\/(login|signin|checkpoint|authwall|uas)\b|\/flow\/login|\/\/accounts\.google\.com\//i;

/** A platform's site; Instagram's is the setting `instagramUrl`. */
export function platformSite(platform: LoginPlatform, instagramUrl: string): PlatformSite {
  const site = SITES[platform];
  const named = { ...site, platform, name: platformLabel(platform) };
  if (platform !== 'instagram') return named;
  const login = new URL(site.loginUrl).pathname;
  return { ...named, url: instagramUrl, loginUrl: `${instagramUrl}${login}` };
}
