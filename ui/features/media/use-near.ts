import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far from the window's edge something counts as near, in pixels. */
const NEAR_PX = 500;

/** Whether an element is in the window or about to be. */
export function useNear<Kind extends Element>(): [ref: RefObject<Kind | null>, near: boolean] {
  const ref = useRef<Kind>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${NEAR_PX}px 0px`,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, near];
}
