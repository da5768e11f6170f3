import { z } from 'zod';
import { type Platform, platformSchema } from '../posts/platforms.ts';

/** Where a platform's API is and which version of it is spoken: settings, since versions move and end. */
export type PlatformApi = {
  /** Where calls go, without a trailing slash. */
  origin: string;
  /** Where people sign in, without a trailing slash. */
  site: string;
  /** Where tokens are given out and ended, without a trailing slash, where that is another host than `origin`. */
  tokenOrigin?: string;
  version: string;
  /** The day on which the vendor ends this version, `2027-07-31`; null where none is known. */
  endsOn: string | null;
};

/** Those platforms have one API for everybody; a server of Bluesky or Mastodon is what the person enters. */
export type CentralPlatform = Exclude<Platform, 'bluesky' | 'mastodon'>;

export const PLATFORM_APIS: Record<CentralPlatform, PlatformApi> = {
  twitter: { origin: 'https://api.x.com', site: 'https://x.com', version: '2', endsOn: null },
  linkedin: {
    origin: 'https://api.linkedin.com',
    site: 'https://www.linkedin.com',
    version: '202607',
    endsOn: '2027-07-15',
  },
  facebook: { origin: 'https://graph.facebook.com', site: 'https://www.facebook.com', version: 'v26.0', endsOn: null },
  instagram: {
    origin: 'https://graph.instagram.com',
    site: 'https://www.instagram.com',
    version: 'v26.0',
    endsOn: null,
  },
  youtube_shorts: {
    origin: 'https://www.googleapis.com',
    site: 'https://accounts.google.com',
    tokenOrigin: 'https://oauth2.googleapis.com',
    version: 'v3',
    endsOn: null,
  },
  tiktok: { origin: 'https://open.tiktokapis.com', site: 'https://www.tiktok.com', version: 'v2', endsOn: null },
};

/** Whether the platform has one API for everybody. */
export function isCentral(platform: Platform): platform is CentralPlatform {
  return platform in PLATFORM_APIS;
}

const webOrigin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** What differs from PLATFORM_APIS: `{ "linkedin": { "version": "202611" } }`. */
export const platformApiSettingsSchema = z.partialRecord(
  platformSchema.exclude(['bluesky', 'mastodon']),
  z.strictObject({
    origin: webOrigin.optional(),
    site: webOrigin.optional(),
    tokenOrigin: webOrigin.optional(),
    version: z
      .string()
      .regex(/^v?\d[\d.]{0,15}$/)
      .optional(),
    endsOn: z.iso.date().nullable().optional(),
  }),
);
export type PlatformApiSettings = z.infer<typeof platformApiSettingsSchema>;

/** The API of a platform as it is set. */
export function platformApi(platform: CentralPlatform, settings: PlatformApiSettings): PlatformApi {
  const set = Object.entries(settings[platform] ?? {}).filter(([, value]) => value !== undefined);
  return { ...PLATFORM_APIS[platform], ...Object.fromEntries(set) };
}
