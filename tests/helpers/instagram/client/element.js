/**
 * An element with a meaningless class name that is different on each load, as on the real pages. `null` children are
 * left out.
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  made.className = `x${Math.random().toString(36).slice(2, 8)} x${Math.random().toString(36).slice(2, 8)}`;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** An icon whose only text is its translated label. */
export function icon(label) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-label', label);
  svg.setAttribute('role', 'img');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.innerHTML = '<circle cx="12" cy="12" r="9"></circle>';
  return svg;
}

/** A pressable element that is not a button. */
export function pressable(press, attributes, ...children) {
  const made = element('div', { role: 'button', tabindex: '0', ...attributes }, ...children);
  made.addEventListener('click', press);
  return made;
}
