type Box = { left: number; top: number; right: number; bottom: number };

/** Where the notifications are: at which end of the window, and the distances from its edges in pixels. */
export type ToastPlace = { end: 'top' | 'bottom'; offset: number; left: number };

/** Distance from the edges of the window, and from bars along them, in pixels. */
const MARGIN = 16;
/** How far up from the bottom a free place is looked for, in pixels: in so many steps of this size. */
const STEP = 32;
const STEPS = 8;
/**
 * Covering what has the focus weighs more than covering any number of other things; what is wrong and the screen's title
 * come next.
 */
const FOCUS_WEIGHT = 1000;
const HEAVY = 'h1, [data-slot=field-error]';
const HEAVY_WEIGHT = 10;
/** What is so close, in pixels, counts as covered. */
const CLOSE = 6;
/** What stays readable and reachable: titles, what is wrong with a field, controls and the bars along the edges. */
const OBSTACLES =
  'h1, h2, h3, [data-slot=field-error], button, a[href], input, textarea, select, [role=button], [role=switch], [role=checkbox], [contenteditable=true]';

/**
 * The place in which notifications of this size cover least, asked of the page as it is now: as far below as possible,
 * beside the sidebar, in the middle, left or right; at the top last.
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

/** Which of the boxes covers least, the first of equals. */
export function leastCovering(boxes: readonly Box[], obstacles: readonly { box: Box; weight: number }[]): number {
  const costs = boxes.map((box) =>
    obstacles.reduce((sum, obstacle) => sum + (overlaps(box, obstacle.box) ? obstacle.weight : 0), 0),
  );
  return costs.indexOf(Math.min(...costs));
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** The dialog that lies on top: while one is open, only it can be used. */
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
