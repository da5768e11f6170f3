import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element is in or near what is shown, or has the focus; and its height at the last change, in pixels. */
export function useNear<Kind extends Element>(
  distance: number,
  initial = false,
): [ref: RefObject<Kind | null>, near: boolean, height: number] {
  const ref = useRef<Kind>(null);
  const [{ near, height }, setState] = useState({ near: initial, height: 0 });
  useEffect(() => {
    if (!ref.current) return;
    // `scrollMargin` is the same for a box that scrolls within the window; not every browser has it yet.
    const margins = { rootMargin: `${distance}px 0px`, scrollMargin: `${distance}px 0px` };
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
