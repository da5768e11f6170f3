import { z } from 'zod';
import type { PlatformApi } from '../platforms/descriptor.ts';
import { PLATFORMS, type Platform } from '../posts/platforms.ts';

/** Platforms with one central API. For others the user enters a server. */
export type CentralPlatform = Extract<(typeof PLATFORMS)[number], { api: unknown }>['id'];

const CENTRAL = PLATFORMS.filter((platform) => 'api' in platform);

/** Whether the platform has one central API. */
export function isCentral(platform: Platform): platform is CentralPlatform {
  return CENTRAL.some(({ id }) => id === platform);
}

const webOrigin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** Overrides of the platforms' defaults: `{ "linkedin": { "version": "202611" } }`. */
export const platformApiSettingsSchema = z.partialRecord(
  z.enum(CENTRAL.map(({ id }) => id)),
  z.strictObject({
    origin: webOrigin.optional(),
    site: webOrigin.optional(),
    tokenOrigin: webOrigin.optional(),
    figuresOrigin: webOrigin.optional(),
    version: z
      .string()
      .regex(/^v?\d[\d.]{0,15}$/)
      .optional(),
    endsOn: z.iso.date().nullable().optional(),
  }),
);
export type PlatformApiSettings = z.infer<typeof platformApiSettingsSchema>;

/** A platform's API with the settings applied. */
export function platformApi(platform: CentralPlatform, settings: PlatformApiSettings = {}): PlatformApi {
  const set = Object.entries(settings[platform] ?? {}).filter(([, value]) => value !== undefined);
  const own = CENTRAL.find(({ id }) => id === platform)?.api;
  if (!own) throw new Error(`${platform} has no API of its own.`);
  return { ...own, ...Object.fromEntries(set) };
}
