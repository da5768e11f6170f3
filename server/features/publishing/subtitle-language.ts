import type { VideoCaptions } from '../../../shared/posts/video-captions.ts';
import { certainLanguage } from '../../generation/writers/languages/certain-language.ts';
import { chooseLanguage } from '../../generation/writers/languages/choose-language.ts';

/**
 * The language of a video's captions (BCP 47), which platforms require: detected from their text, else from the post's,
 * else the most likely one; null for a script whose language is not clear.
 */
export function subtitleLanguage(captions: VideoCaptions, parts: readonly string[]): string | null {
  const said = captions.map(({ text }) => text).join('\n');
  const certain = certainLanguage(said) ?? certainLanguage(parts.join('\n'));
  if (certain !== null) return certain;
  const { tag } = chooseLanguage(said, null);
  return tag === 'und' ? null : tag;
}
