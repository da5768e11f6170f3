const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** UTF-16 units segmented at once: V8 takes quadratic time. */
const WINDOW = 512;

/** The graphemes of a text, in linear time. */
export function* graphemesIn(text: string): Generator<string> {
  for (let at = 0, size = WINDOW; at < text.length; ) {
    // A lone surrogate would be a separate grapheme, and end the one before.
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
    // A window's last grapheme may continue after it; one that fills the window needs a larger one.
    size = before === window ? size * 2 : WINDOW;
    if (!isLast || before === null) continue;
    yield before;
    return;
  }
}
