import type { Platform } from '../../../../shared/posts/platforms.ts';

/** The id of the button that shows a platform's options. */
export function optionsId(platform: Platform): string {
  return `options-${platform}`;
}
