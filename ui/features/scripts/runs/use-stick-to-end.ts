import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** How far from the end still counts as the end, in pixels. */
const SLACK_PX = 24;

/**
 * Keeps a scrolling box at its end while `content` grows, until the person scrolls up; at the end again it goes on. `ref` and `onScroll` are for the
 * box, `scrollToEnd` is for a button.
 */
export function useStickToEnd(content: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);

  const scrollToEnd = useCallback(() => ref.current?.scrollTo({ top: ref.current.scrollHeight }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` is what makes the box grow.
  useLayoutEffect(() => {
    if (isAtEnd) scrollToEnd();
  }, [content, isAtEnd, scrollToEnd]);

  const onScroll = useCallback(() => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = ref.current ?? {};
    setAtEnd(scrollHeight - scrollTop - clientHeight <= SLACK_PX);
  }, []);

  return { ref, onScroll, isAtEnd, scrollToEnd };
}
