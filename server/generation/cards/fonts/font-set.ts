import { type Face, loadFace } from './face.ts';
import { coverageOf, type Family, familiesFor, isSquarePunctuation } from './families.ts';

/** A font file and its family; null for emoji. */
export type SetFace = { face: Face; family: Family | null };

export type FontSet = {
  /** The file that draws a grapheme cluster; null when no bundled font does. */
  faceFor(cluster: string): SetFace | null;
};

/** Twemoji as a font of coloured layers: small, and every sequence is one glyph. */
const EMOJI_FILE = 'twemoji-colr-font/twemoji.woff2';

const MAY_BE_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** Emoji by default or by variation selector; others, such as © and ™, are text unless marked as emoji. */
const IS_EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** Loads only the files that the text needs: of a Chinese, Japanese or Korean family, a few out of a hundred. */
export async function loadFonts(text: string): Promise<FontSet> {
  const characters = [...new Set(text.normalize('NFC'))].filter((character) => !INVISIBLE.test(character));
  const families = await Promise.all(
    familiesFor(text).map(async (family) => ({ family, coverage: await coverageOf(family) })),
  );
  const emoji = MAY_BE_EMOJI.test(text) ? await loadFace(EMOJI_FILE) : null;
  const faces = new Map<string, Face>();
  // A family's list names a few characters that its font lacks; the next family is loaded only for those.
  for (let choice = 0, open = characters; open.length > 0; choice += 1) {
    const chosen = open.flatMap((character) => {
      const file = filesWith(character)[choice]?.file;
      return file ? [{ character, file }] : [];
    });
    const files = [...new Set(chosen.map(({ file }) => file))];
    for (const face of await Promise.all(files.map(loadFace))) faces.set(face.file, face);
    open = chosen
      .filter(({ character, file }) => !faces.get(file)?.has(codeOf(character)))
      .map(({ character }) => character);
  }

  function filesWith(character: string): { file: string; family: Family }[] {
    const found = families.flatMap(({ family, coverage }) => {
      const file = coverage.get(codeOf(character));
      return file ? [{ file, family }] : [];
    });
    // Inter is first; it moves to the end.
    return isSquarePunctuation(character, text) ? [...found.slice(1), ...found.slice(0, 1)] : found;
  }

  /** The file must contain the whole cluster, because a letter and its marks are drawn together. */
  function textFace(cluster: string): SetFace | null {
    const visible = [...cluster].filter((character) => !INVISIBLE.test(character));
    for (const { file, family } of visible[0] ? filesWith(visible[0]) : []) {
      const face = faces.get(file);
      if (face && visible.every((character) => face.has(codeOf(character)))) return { face, family };
    }
    return null;
  }

  function emojiFace(cluster: string): SetFace | null {
    if (!emoji || !MAY_BE_EMOJI.test(cluster)) return null;
    const isDrawn = [...cluster].every((character) => INVISIBLE.test(character) || emoji.has(codeOf(character)));
    return isDrawn ? { face: emoji, family: null } : null;
  }

  const known = new Map<string, SetFace | null>();
  return {
    faceFor(cluster) {
      let face = known.get(cluster);
      if (face === undefined) {
        face = IS_EMOJI.test(cluster)
          ? (emojiFace(cluster) ?? textFace(cluster))
          : (textFace(cluster) ?? emojiFace(cluster));
        known.set(cluster, face);
      }
      return face;
    },
  };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Removes clusters that no bundled font can draw and that would show as empty boxes. */
export function drawableOnly(text: string, fonts: FontSet): string {
  return graphemes(text)
    .filter((cluster) => fonts.faceFor(cluster) !== null)
    .join('');
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The graphemes of a text: a letter with its marks, an emoji with its parts. */
export function graphemes(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment);
}
