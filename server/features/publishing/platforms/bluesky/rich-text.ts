import { blueskyFeaturesIn, type Feature } from '../../../../../shared/posts/bluesky-features.ts';

/** A range of a text in UTF-8 bytes; `byteEnd` is exclusive. */
export type Stretch = { byteStart: number; byteEnd: number; feature: Feature };

/** The links, mentions and hashtags of a text, by the byte positions for facets. */
export function stretchesIn(text: string): Stretch[] {
  return blueskyFeaturesIn(text).map(({ start, end, feature }) => ({
    byteStart: Buffer.byteLength(text.slice(0, start)),
    byteEnd: Buffer.byteLength(text.slice(0, end)),
    feature,
  }));
}
