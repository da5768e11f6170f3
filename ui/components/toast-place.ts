type Box = { left: number; top: number; right: number; bottom: number };

/** The position of the notifications: the end of the window, and the distances from its edges in pixels. */
export type ToastPlace = { end: 'top' | 'bottom'; offset: number; left: number };

/** Distance from the window's edges, and from bars along them, in pixels. */
const MARGIN = 16;
/** How far up from the bottom to search for a free position: STEPS steps of STEP pixels. */
const STEP = 32;
const STEPS = 8;
/**
 * Covering the focused element costs more than covering any number of others; field errors and the screen's title come
 * next.
 */
const FOCUS_WEIGHT = 1000;
const HEAVY = 'h1, [data-slot=field-error]';
const HEAVY_WEIGHT = 10;
/** Elements this close, in pixels, count as covered. */
const CLOSE = 6;
/** Elements that must stay readable and reachable: titles, field errors, controls, and the bars along the edges. */
const OBSTACLES =
  'h1, h2, h3, [data-slot=field-error], button, a[href], input, textarea, select, [role=button], [role=switch], [role=checkbox], [contenteditable=true]';

/**
 * The position where notifications of this size cover the least of the current page. Prefers low positions, to the
 * right of the sidebar: centred, left, then right; the top comes last.
 */
export function findPlace({ width, height }: { width: number; height: number }): ToastPlace {
  const { innerWidth, innerHeight } = window;
  const start = document.querySelector('aside')?.getBoundingClientRect().right ?? 0;
  const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
  const top = document.querySelector('[data-top-bar]')?.getBoundingClientRect();
  const below = bar && bar.bottom > 0 && bar.top < innerHeight ? innerHeight - bar.top : 0;
  const lefts = [
    start + Math.max(MARGIN, (innerWidth - start - width) / 2),
    start + MARGIN,
    Math.max(MARGIN, innerWidth - width - MARGIN),
  ];
  const at = (end: ToastPlace['end'], offset: number) =>
    [...new Set(lefts)].map((left): ToastPlace => ({ end, left, offset: MARGIN + offset }));
  const places = [
    ...Array.from({ length: STEPS }, (_, step) => at('bottom', below + step * STEP)).flat(),
    ...at('top', Math.max(0, top?.bottom ?? 0)),
  ];
  const boxes = places.map(({ end, offset, left }): Box => {
    const from = end === 'top' ? offset : innerHeight - offset - height;
    return { left: left - CLOSE, right: left + width + CLOSE, top: from - CLOSE, bottom: from + height + CLOSE };
  });
  return places[leastCovering(boxes, obstacles())] as ToastPlace;
}

/** The index of the box that covers least; the first if several do. */
export function leastCovering(boxes: readonly Box[], obstacles: readonly { box: Box; weight: number }[]): number {
  const costs = boxes.map((box) =>
    obstacles.reduce((sum, obstacle) => sum + (overlaps(box, obstacle.box) ? obstacle.weight : 0), 0),
  );
  return costs.indexOf(Math.min(...costs));
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** The topmost dialog: while one is open, only it can be used. */
export function topDialog(): Element | null {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  return dialogs.item(dialogs.length - 1);
}

function obstacles() {
  const scope = topDialog() ?? document;
  const focused = document.activeElement;
  return [...scope.querySelectorAll(OBSTACLES)]
    .filter((element) => !element.closest('[data-toaster]'))
    .map((element) => ({
      box: element.getBoundingClientRect(),
      weight: element === focused ? FOCUS_WEIGHT : element.matches(HEAVY) ? HEAVY_WEIGHT : 1,
    }))
    .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < window.innerHeight);
}
