import type { GlobalWindow } from 'happy-dom';

/**
 * Gives an element without its own styles those of its tag, computed once. happy-dom tries every rule of the document's
 * style sheets on every ancestor, for each element whose name is looked up: a tenth of a test's time, although the only
 * sheets of these documents are those of notifications, which hide nothing.
 */
export function plainStyles(window: GlobalWindow): void {
  type Style = ReturnType<GlobalWindow['getComputedStyle']>;
  const whole = window.getComputedStyle.bind(window);
  const blank = window.document.implementation.createHTMLDocument();
  const byKind = new Map<string, Style>();

  function plain(tag: string): Style {
    const sample = blank.createElement(tag);
    blank.body.append(sample);
    const style = whole(sample);
    byKind.set(tag, style);
    return style;
  }

  window.getComputedStyle = (element) =>
    element.hasAttribute('style') ? whole(element) : (byKind.get(element.tagName) ?? plain(element.tagName));
}
