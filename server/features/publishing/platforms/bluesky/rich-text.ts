import { blueskyFeaturesIn, type Feature } from '../../../../../shared/posts/bluesky-features.ts';

/** A stretch of a text in bytes of its UTF-8; `byteEnd` is behind the last one. */
export type Stretch = { byteStart: number; byteEnd: number; feature: Feature };

/** The links, mentions and hashtags of a text, by the bytes that a facet names. */
export function stretchesIn(text: string): Stretch[] {
  return blueskyFeaturesIn(text).map(({ start, end, feature }) => ({
    byteStart: Buffer.byteLength(text.slice(0, start)),
    byteEnd: Buffer.byteLength(text.slice(0, end)),
    feature,
  }));
}
