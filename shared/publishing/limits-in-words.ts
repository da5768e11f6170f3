import { MEDIA_LIMITS, PLATFORM_LIMITS } from '../posts/platform-limits.ts';
import { type Platform, platformLabel, platformOf } from '../posts/platforms.ts';
import type { ChannelLimits } from './channel.ts';
import { inSeconds } from './check-video.ts';
import { inDollars } from './prices.ts';
import { inMegabytes } from './quota.ts';

/** The limits of an account that differ from the platform's, and its restrictions: "25,000 characters". */
export function limitsInWords(platform: Platform, limits: ChannelLimits): string[] {
  const { textLength, pictures, videoSeconds, videoBytes, poll, monthlyMills, ...state } = limits;
  const { keepsPrivate, isUnverified, finishesInApp, lacks = [] } = state;
  const usual = PLATFORM_LIMITS[platform];
  const media = MEDIA_LIMITS[platform];
  const isOwn = <T>(value: T | undefined, of: T): value is T => value !== undefined && value !== of;
  const films = [
    ...(isOwn(videoSeconds, media.seconds.max) ? [inSeconds(videoSeconds)] : []),
    ...(isOwn(videoBytes, media.videoBytes)
      ? [videoBytes < 1e9 ? inMegabytes(videoBytes) : `${Math.round(videoBytes / 1e8) / 10} GB`]
      : []),
  ];
  return [
    ...(textLength !== undefined ? [`${textLength.toLocaleString('en')} characters`] : []),
    ...(isOwn(pictures, usual.pictures) ? [`${pictures} pictures`] : []),
    ...(films.length > 0 ? [`videos up to ${films.join(' and ')}`] : []),
    ...(poll?.answers !== undefined ? [`polls with ${poll.answers} answers`] : []),
    ...(monthlyMills !== undefined ? [`${inDollars(monthlyMills)} a month`] : []),
    ...(keepsPrivate ? ['videos kept private until the audit'] : []),
    ...(isUnverified ? ['phone number not verified'] : []),
    ...lacks.flatMap((read) => {
      const what = platformOf(platform).reads?.[read]?.what;
      return what ? [`no permission to read ${what}`] : [];
    }),
    ...(finishesInApp ? [`finished in the ${platformLabel(platform)} app`] : []),
  ];
}
