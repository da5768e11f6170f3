/** The properties that make text wrap in the same way in another element. */
const COPIED = [
  'direction',
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'boxSizing',
  'textIndent',
  'tabSize',
  'wordSpacing',
] as const;

/** The position of a text index of a field in the window, measured on a hidden copy of the text before it. */
export function caretBox(field: HTMLTextAreaElement | null, place: number): DOMRect {
  if (!field) return new DOMRect();
  const box = field.getBoundingClientRect();
  const style = getComputedStyle(field);
  const copy = document.createElement('div');
  for (const name of COPIED) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    width: `${field.clientWidth + field.offsetWidth - field.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  copy.textContent = field.value.slice(0, place);
  const mark = document.createElement('span');
  mark.textContent = '@';
  copy.append(mark);
  document.body.append(copy);
  const { x, y, height } = mark.getBoundingClientRect();
  copy.remove();
  return new DOMRect(box.x + x, Math.max(box.y, Math.min(box.bottom, box.y + y - field.scrollTop)), 0, height);
}
