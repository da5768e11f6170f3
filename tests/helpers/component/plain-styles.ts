import type { GlobalWindow } from 'happy-dom';

/**
 * Lets an element without styles of its own have those of its kind, worked out once. happy-dom tries every rule of the
 * document's style sheets on every parent, for each element whose name is looked for: a tenth of a test's time, and the
 * only sheets of these documents are those of notifications, which hide nothing.
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
