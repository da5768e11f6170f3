import { type RefObject, useEffect, useRef, useState } from 'react';

/** A box that scrolls on its own instead of the window, at least in wide windows. */
const SCROLL_BOX = '[data-scroll-box]';

/**
 * Whether an element is in or near the visible area, or has the focus; and its height at the last change, in pixels.
 */
export function useNear<Kind extends Element>(
  distance: number,
  initial = false,
): [ref: RefObject<Kind | null>, near: boolean, height: number] {
  const ref = useRef<Kind>(null);
  const [{ near, height }, setState] = useState({ near: initial, height: 0 });
  useEffect(() => {
    if (!ref.current) return;
    // The margin only applies to the root. `scrollMargin`, which is for boxes inside it, makes Chrome hang if truncated
    // texts are among the observed elements.
    const box = ref.current.closest(SCROLL_BOX);
    const root = box && getComputedStyle(box).overflowY !== 'visible' ? box : null;
    const margins = { root, rootMargin: `${distance}px 0px` };
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      if (!last) return;
      const { target, isIntersecting, boundingClientRect } = last;
      const near = isIntersecting || target.contains(document.activeElement);
      setState({ near, height: boundingClientRect.height });
    }, margins);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [distance]);
  return [ref, near, height];
}
