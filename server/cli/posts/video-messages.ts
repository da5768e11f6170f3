import type { MadeVideo } from '../../../shared/video/making.ts';

/** "posts/….mp4  18 s, 8.9 MB, paper, dark, with music". */
export function madeVideoInWords({ path, seconds, bytes, style, theme, hasMusic, hasVoice }: MadeVideo): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  const sound = [hasMusic ? 'music' : [], hasVoice ? 'a voice' : []].flat().join(' and ');
  return `${path}  ${Math.round(seconds)} s, ${size}, ${style}, ${theme}, ${sound ? `with ${sound}` : 'without sound'}`;
}
export const savedTo = (file: string) => `Written to ${file}.`;
export const cannotSave = (file: string, reason: string) =>
  `The video is in the post, but cannot be written to ${file}: ${reason}`;
