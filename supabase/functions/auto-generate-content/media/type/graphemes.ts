const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for one character each: a letter with its marks, an emoji with its parts. */
export function graphemes(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment);
}
