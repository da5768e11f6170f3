import type { OptionEffects, OptionValues } from '../platforms/options.ts';
import { PLATFORM_LIMITS, textLength } from '../posts/platform-limits.ts';
import { optionsOf } from '../posts/platform-options.ts';
import type { Platform } from '../posts/platforms.ts';
import type { ChannelLimits } from './channel.ts';

/** How the sent options of a post change the post itself. */
export function effectsOf(platform: Platform, sent: OptionValues): OptionEffects {
  return optionsOf(platform).effects?.(sent) ?? {};
}

/** A channel's limits, less the length that the options take from each text. */
export function limitsBeside(
  platform: Platform,
  limits: ChannelLimits,
  { countedText = '' }: OptionEffects,
): ChannelLimits {
  if (countedText === '') return limits;
  const whole = limits.textLength ?? PLATFORM_LIMITS[platform].textLength;
  return { ...limits, textLength: Math.max(1, whole - textLength(countedText, platform)) };
}
