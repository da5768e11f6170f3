import type { OptionValues } from '../platforms/options.ts';
import type { Platform } from '../posts/platforms.ts';
import type { PostProblem } from '../posts/post-problem.ts';
import type { ChannelLimits } from './channel.ts';
import type { VideoShape } from './check-video.ts';
import type { PictureFit } from './picture-fit.ts';
import type { Quota } from './quota.ts';

/** A picture's or video's properties, read from its bytes. Sizes are in bytes and pixels. */
export type MediaFacts =
  | { kind: 'image'; mimeType: string; size: number; width: number; height: number; isAnimated?: boolean }
  | ({ kind: 'video'; mimeType: string } & VideoShape);

/** A picture or video of a post; `facts` is null if its bytes could not be read, and `trouble` says why. */
export type CheckedMedia = {
  kind: 'image' | 'video';
  /** The description, empty if the user wrote none. */
  alt: string;
  facts: MediaFacts | null;
  trouble: string | null;
  /** The user's choice. */
  fit?: PictureFit | undefined;
  /** It has a public address that the platform can fetch. */
  hasAddress?: boolean;
  /** A frame was chosen as the video's cover. */
  hasCover?: boolean;
};

/** A post for one account, or for publishing manually on a platform. */
export type CheckedPost = {
  platform: Platform;
  accountId: string | null;
  /** The final text, hashtags included. */
  text: string;
  /** Empty if there is none. */
  firstComment: string;
  media: readonly CheckedMedia[];
  /** The pictures are sent as pages of one document (goesAsDocument). */
  isDocument: boolean;
  scheduledTime: string;
  /** The post's options for this platform, and the account's defaults. */
  options: { own: OptionValues; defaults: OptionValues };
  /** The channel that sends it; null for a manual post. */
  channel: {
    state: 'ready' | 'reconnect';
    expiresAt: string | null;
    limits: ChannelLimits;
    /** The remaining quotas that the platform reports; empty if it was not queried. */
    quotas: readonly Quota[];
  } | null;
};

/** Creates a problem of the checked post. */
export type Describe = (text: string, more?: Partial<PostProblem>) => PostProblem;
