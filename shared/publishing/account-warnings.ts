import type { OptionValues } from '../platforms/options.ts';
import { type Platform, platformOf } from '../posts/platforms.ts';
import type { ChannelLimits } from './channel.ts';

/** A whole sentence on what the account lacks, and the page where that can be changed. */
export type AccountWarning = { text: string; url: string; link: string };

/** A post's sent options, and whether a cover was chosen. */
type Chosen = { sent: OptionValues; hasCover: boolean };

/** The warnings about what a post lacks as long as the account's owner has not had it audited or verified. */
export function accountWarnings(
  platform: Platform,
  limits: ChannelLimits,
  { sent, hasCover }: Chosen,
): AccountWarning[] {
  const { takesCover, audit, verification } = platformOf(platform);
  const privacy = sent.privacy ?? limits.usualValues?.privacy;
  const isCoverLost = limits.isUnverified && hasCover && takesCover === 'picture';
  return [
    ...(limits.keepsPrivate && audit && privacy !== 'private' ? [audit] : []),
    ...(isCoverLost && verification ? [{ ...verification, text: verification.cover }] : []),
  ];
}
