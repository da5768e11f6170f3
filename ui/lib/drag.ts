/**
 * How long a finger must rest on an element before it can be dragged, in milliseconds: a shorter touch scrolls or
 * opens.
 */
const LONG_PRESS_MS = 350;
/**
 * How long a dragged element rests on a button that turns the page ([data-turn]) before it is pressed, repeatedly, in
 * milliseconds.
 */
const PAGE_TURN_INTERVAL_MS = 700;
/** Distance from which a pointer movement counts as dragging, in pixels. */
const DRAG_THRESHOLD_PX = 5;

/**
 * Drags an element by mouse or finger: a copy follows the pointer, the place below it ([data-drop]) gets `data-over`,
 * and `onDrop` is called with the place where it is dropped. Held over a button for the previous or next page, it turns
 * the page. Escape cancels. Returns a function that cancels it.
 */
export function drag(lifted: HTMLElement, down: PointerEvent, onDrop: (place: HTMLElement) => void): () => void {
  const controller = new AbortController();
  const isTouch = down.pointerType !== 'mouse';
  let copy: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  let turner: HTMLElement | null = null;
  let turning: ReturnType<typeof setInterval> | undefined;
  const timer = isTouch ? setTimeout(lift, LONG_PRESS_MS) : undefined;

  function lift() {
    copy = lifted.cloneNode(true) as HTMLElement;
    copy.removeAttribute('data-chip');
    copy.setAttribute('aria-hidden', 'true');
    copy.style.width = `${lifted.offsetWidth}px`;
    copy.style.position = 'fixed';
    copy.classList.add('pointer-events-none', 'top-0', 'left-0', 'z-60', 'list-none', 'bg-card', 'shadow-float');
    document.body.append(copy);
    document.body.dataset.dragging = '';
    lifted.dataset.lifted = '';
    // Touch events would stay with the element, which is removed when the page turns.
    if (lifted.hasPointerCapture(down.pointerId)) lifted.releasePointerCapture(down.pointerId);
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
    delete lifted.dataset.lifted;
    delete document.body.dataset.dragging;
  }

  function drop() {
    const place = over;
    const hasDragged = copy !== null;
    end();
    if (!hasDragged) return;
    swallowClick();
    if (place) onDrop(place);
  }

  function cancel() {
    const hasDragged = copy !== null;
    end();
    if (hasDragged) window.addEventListener('pointerup', swallowClick, { once: true });
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
  window.addEventListener('keydown', (event) => event.key === 'Escape' && cancel(), listen);
  // While dragging, the page does not scroll; and a long press opens no browser menu.
  for (const target of [window, lifted]) {
    target.addEventListener('touchmove', (event) => copy && event.preventDefault(), { ...listen, passive: false });
  }
  window.addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), listen);
  return end;
}

/** Suppresses the click that the browser fires on release. */
function swallowClick() {
  const swallow = (event: Event) => event.stopPropagation();
  window.addEventListener('click', swallow, { capture: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
