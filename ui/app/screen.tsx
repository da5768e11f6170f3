import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PRODUCT_NAME } from '@/lib/messages.ts';

/**
 * React Router's key of the history entry that the page was loaded with (kept over a reload, 'default' if it has none).
 */
const LOADED_ENTRY: string = history.state?.key ?? 'default';

/**
 * Wraps each screen: sets the document's title, and after a navigation focuses the screen's heading for screen readers.
 */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const { key, pathname } = useLocation();

  // Before the screen's own effects, which may set a more specific title.
  useLayoutEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another path is a navigation to another screen, a new key alone is not.
  useEffect(() => {
    if (key === LOADED_ENTRY) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
  }, [pathname]);

  return children;
}
