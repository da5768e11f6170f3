import type { Platform } from '../../../../shared/platforms.ts';

/** How much of a text a platform shows before it asks for a press. */
type Fold = { characters: number; lines: number };

/** As the platforms' apps fold in their feeds; null where a text that may be posted is shown whole. */
const FOLDS: Record<Platform, Fold | null> = {
  instagram: { characters: 125, lines: 3 },
  facebook: { characters: 480, lines: 6 },
  tiktok: { characters: 90, lines: 2 },
  youtube_shorts: { characters: 200, lines: 3 },
  twitter: null,
  linkedin: { characters: 210, lines: 3 },
};

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The beginning of a text that a platform shows, never half a sign, whole words where there are blanks; null where it shows all of it. */
export function foldText(platform: Platform, text: string): string | null {
  const fold = FOLDS[platform];
  if (!fold) return null;
  const lines = text.split('\n').slice(0, fold.lines).join('\n');
  const start = firstSigns(lines, fold.characters);
  return start === text ? null : start.trimEnd();
}

function firstSigns(text: string, most: number): string {
  if (text.length <= most) return text;
  let count = 0;
  for (const { index } of GRAPHEMES.segment(text)) {
    if (count === most) return wholeWords(text.slice(0, index), text.charAt(index));
    count += 1;
  }
  return text;
}

/** Without the word that was cut, unless there is none before it nearby, as in scripts without blanks. */
function wholeWords(cut: string, next: string): string {
  if (/\s/u.test(next)) return cut;
  const whole = cut.replace(/\S+$/u, '');
  return whole.length > cut.length - 30 && whole.trim() !== '' ? whole : cut;
}
