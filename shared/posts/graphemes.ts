const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many UTF-16 units are segmented at once: V8 takes the square of a text's length. */
const WINDOW = 512;

/** The signs that people see in a text, each with its accents or its whole emoji sequence. Takes time in proportion to it. */
export function* graphemesIn(text: string): Generator<string> {
  for (let at = 0, size = WINDOW; at < text.length; ) {
    // Half of a surrogate pair would be a sign of its own, and end the one before it.
    const isCut = /[\ud800-\udbff]/.test(text.charAt(at + size - 1));
    const window = text.slice(at, at + size + (isCut ? 1 : 0));
    const isLast = at + window.length === text.length;
    let before: string | null = null;
    for (const { segment } of graphemes.segment(window)) {
      if (before !== null) {
        yield before;
        at += before.length;
      }
      before = segment;
    }
    // The last sign of a window may go on behind it; one that fills a window needs a larger one.
    size = before === window ? size * 2 : WINDOW;
    if (!isLast || before === null) continue;
    yield before;
    return;
  }
}
