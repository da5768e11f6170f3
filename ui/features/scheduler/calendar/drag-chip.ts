/**
 * How long a finger must rest on a post before it can be dragged, in milliseconds: a shorter touch scrolls or opens.
 */
const LONG_PRESS_MS = 350;
/**
 * How long a lifted post rests on a button that turns the calendar ([data-turn]) before it is pressed, and pressed
 * again, in milliseconds.
 */
const PAGE_TURN_INTERVAL_MS = 700;
/** How far the pointer moves before it counts as dragging, in pixels. */
const DRAG_THRESHOLD_PX = 5;

/**
 * Drags a chip from the moment the pointer goes down on it: a copy follows the pointer, the cell below it ([data-drop])
 * carries `data-over`, and `onDrop` gets the cell where it is let go. Held over the way to before or after, it turns
 * the calendar. Escape ends it without a drop. Returns a function that cancels it.
 */
export function dragChip(chip: HTMLElement, down: PointerEvent, onDrop: (cell: HTMLElement) => void): () => void {
  const controller = new AbortController();
  const isTouch = down.pointerType !== 'mouse';
  let copy: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  let turner: HTMLElement | null = null;
  let turning: ReturnType<typeof setInterval> | undefined;
  const timer = isTouch ? setTimeout(lift, LONG_PRESS_MS) : undefined;

  function lift() {
    copy = chip.cloneNode(true) as HTMLElement;
    copy.removeAttribute('data-chip');
    copy.setAttribute('aria-hidden', 'true');
    copy.style.width = `${chip.offsetWidth}px`;
    copy.classList.add('pointer-events-none', 'fixed', 'top-0', 'left-0', 'z-60', 'bg-card', 'shadow-float');
    document.body.append(copy);
    document.body.dataset.dragging = '';
    chip.dataset.lifted = '';
    // The events of a finger would stay with the chip, which is gone when the calendar turns.
    if (chip.hasPointerCapture(down.pointerId)) chip.releasePointerCapture(down.pointerId);
    follow(down);
  }

  function follow({ clientX, clientY }: { clientX: number; clientY: number }) {
    if (copy) copy.style.transform = `translate(${clientX + 6}px, ${clientY + 6}px)`;
    const element = document.elementFromPoint(clientX, clientY);
    turn(element?.closest<HTMLElement>('[data-turn]') ?? null);
    const below = element?.closest<HTMLElement>('[data-drop]') ?? null;
    if (below === over) return;
    over?.removeAttribute('data-over');
    over = below;
    over?.setAttribute('data-over', '');
    over?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function turn(button: HTMLElement | null) {
    if (button === turner) return;
    clearInterval(turning);
    turner?.removeAttribute('data-over');
    turner = button;
    turner?.setAttribute('data-over', '');
    turning = button ? setInterval(() => button.click(), PAGE_TURN_INTERVAL_MS) : undefined;
  }

  function end() {
    clearTimeout(timer);
    turn(null);
    controller.abort();
    copy?.remove();
    over?.removeAttribute('data-over');
    delete chip.dataset.lifted;
    delete document.body.dataset.dragging;
  }

  function drop() {
    const cell = over;
    const hasDragged = copy !== null;
    end();
    if (!hasDragged) return;
    swallowClick();
    if (cell) onDrop(cell);
  }

  const listen = { signal: controller.signal };
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== down.pointerId) return;
      const isFar = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > DRAG_THRESHOLD_PX;
      if (!copy && isFar) {
        if (isTouch) return end();
        lift();
      }
      if (copy) follow(event);
    },
    listen,
  );
  window.addEventListener('pointerup', drop, listen);
  window.addEventListener('pointercancel', end, listen);
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), listen);
  // A lifted post moves, not the page; and a long press opens no menu of the browser's.
  for (const target of [window, chip]) {
    target.addEventListener('touchmove', (event) => copy && event.preventDefault(), { ...listen, passive: false });
  }
  window.addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), listen);
  return end;
}

/** The click that the browser makes of letting go is no click on what lies there. */
function swallowClick() {
  const swallow = (event: Event) => event.stopPropagation();
  window.addEventListener('click', swallow, { capture: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
