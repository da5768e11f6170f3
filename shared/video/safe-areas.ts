import type { Platform } from '../posts/platforms.ts';
import { type Box, FILM } from './film.ts';

/** Pixels at each edge of a 1080 x 1920 film that a platform's own buttons and captions may cover. */
type Margins = { top: number; right: number; bottom: number; left: number };

/**
 * As the platforms' guides for advertisers draw them, rounded up to the longest caption: TikTok Ads Manager, "In-feed
 * ads: safe zone"; Meta, "Safe zones for Reels ads" (14 % at the top, 35 % at the bottom, 6 % at the sides); YouTube,
 * "Shorts ads: safe area".
 */
export const SAFE_MARGINS: Partial<Record<Platform, Margins>> = {
  tiktok: { top: 130, right: 140, bottom: 480, left: 60 },
  youtube_shorts: { top: 270, right: 190, bottom: 670, left: 65 },
  instagram: { top: 269, right: 120, bottom: 670, left: 65 },
  facebook: { top: 269, right: 120, bottom: 670, left: 65 },
};

const worst = (edge: keyof Margins) => Math.max(...Object.values(SAFE_MARGINS).map((margins) => margins[edge]));

/** What no platform covers: all words stand here, so that one film serves everywhere. */
export const SAFE_AREA: Box = {
  x: worst('left'),
  y: worst('top'),
  width: FILM.width - worst('left') - worst('right'),
  height: FILM.height - worst('top') - worst('bottom'),
};
