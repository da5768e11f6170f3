import { checkMedia, MEDIA_LIMITS, PLATFORM_LIMITS } from '../posts/platform-limits.ts';
import { type Platform, platformLabel } from '../posts/platforms.ts';
import type { PostProblem } from '../posts/post-problem.ts';
import type { ChannelLimits } from './channel.ts';
import { videoTroubles } from './check-video.ts';
import type { CheckedMedia, CheckedPost, Describe } from './checked-post.ts';
import { type FittedItem, fitNote, isChanged, shapesOf } from './picture-fit.ts';
import { inMegabytes } from './quota.ts';

/** What the platform would reject about a post's pictures and videos, and what will be changed about them. */
export function checkAllMedia(
  { platform, media, channel, isDocument, isStory }: CheckedPost & { isStory: boolean },
  problem: Describe,
): PostProblem[] {
  const label = platformLabel(platform);
  const limits = MEDIA_LIMITS[platform];
  const kinds = media.map(({ kind }) => kind);
  const pictures = channel?.limits.pictures ?? PLATFORM_LIMITS[platform].pictures;
  const found: PostProblem[] = [];
  const trouble = checkMedia(platform, kinds);
  if (trouble === 'needs_media') found.push(problem(`${label} needs a picture or a video.`));
  else if (trouble === 'needs_video') found.push(problem(`${label} only accepts videos.`));
  else if (trouble === 'video_among_others')
    found.push(problem(`${label} allows one video on its own, without pictures.`));
  else if (!kinds.includes('video') && kinds.length > pictures)
    found.push(problem(`${label} allows at most ${pictures} pictures; this post has ${kinds.length}.`));
  // A story is never cropped.
  const items = isStory ? [] : media.map(fittedItem);
  const shapes = shapesOf(platform, items);
  // A converted file has no public address.
  const lacksAddress = ({ kind, facts, hasAddress }: CheckedMedia, place: number) =>
    (kind === 'image' &&
      !(hasAddress && facts && limits.imageTypes.includes(facts.mimeType) && facts.size <= limits.imageBytes)) ||
    (kind === 'video' && limits.fetchesVideos && !hasAddress) ||
    isChanged(shapes[place]);
  if (channel?.limits.needsAddress && media.some(lacksAddress))
    found.push(
      problem(
        `${label} fetches ${limits.fetchesVideos ? 'pictures and videos' : 'pictures'} from a public address, and this post has one without: it appears under "Your turn".`,
      ),
    );
  for (const [index, { kind, alt, facts, trouble: unread }] of media.entries()) {
    const about = (text: string, more: Partial<PostProblem> = {}) =>
      found.push(problem(text, { media: index, ...more }));
    const name = media.length > 1 ? `${facts?.kind === 'video' ? 'Video' : 'Picture'} ${index + 1}` : undefined;
    const altLimit = altLimitOf(platform, channel?.limits);
    const altLength = altLengthOf(alt);
    if (channel && !isDocument && altLimit !== undefined && altLength > altLimit)
      about(
        `The description of ${inSentence(name ?? nameOf(kind))} has ${altLength} characters; the limit is ${altLimit}.`,
        { mend: 'shorten' },
      );
    if (!facts) {
      about(`${name ?? 'The file'} cannot be read. ${unread ?? ''}`.trim());
    } else if (facts.kind === 'image') {
      const types = channel?.limits.mimeTypes?.filter((type) => type.startsWith('image/')) ?? limits.imageTypes;
      const isGif = facts.mimeType === 'image/gif' && limits.gifBytes !== undefined;
      const maxBytes = channel?.limits.imageBytes ?? (isGif ? limits.gifBytes : null) ?? limits.imageBytes;
      if (isGif && media.length > 1) about(`${label} allows one GIF on its own, without other pictures.`);
      // Everything else is converted when it is sent or prepared, without asking the user.
      if (facts.size > maxBytes && isGif)
        about(`The GIF is ${inMegabytes(facts.size)}; ${label} accepts up to ${inMegabytes(maxBytes)}.`);
      else if (facts.isAnimated && (facts.size > maxBytes || !types.includes(facts.mimeType)))
        about(
          `${name ?? 'The picture'} is animated, and ${label} does not accept that. Choose a still picture or a video.`,
        );
    } else {
      for (const { text, isWarning } of videoTroubles(platform, facts, channel?.limits ?? null))
        about(text, { isWarning });
    }
  }
  const note = fitNote(platform, items);
  const [place = null, ...more] = note?.places ?? [];
  if (note) found.push(problem(note.text, { isWarning: true, mend: 'fit', media: more.length === 0 ? place : null }));
  return found;
}

function fittedItem({ kind, facts, fit }: CheckedMedia): FittedItem {
  return { kind, fit, size: facts && { width: facts.width, height: facts.height } };
}

/** The longest description of a picture or video; undefined if no limit is known. */
export function altLimitOf(platform: Platform, limits: ChannelLimits | undefined): number | undefined {
  return limits?.altLength ?? MEDIA_LIMITS[platform].altLength;
}

/** Descriptions are counted in code points. */
export function altLengthOf(alt: string): number {
  return [...alt].length;
}

function nameOf(kind: 'image' | 'video'): string {
  return kind === 'video' ? 'the video' : 'the picture';
}

/** Within a sentence: "Public" becomes "public". */
export function inSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
