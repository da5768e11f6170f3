import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PRODUCT_NAME } from '@/lib/messages.ts';

/**
 * React Router's key of the history entry that the page was loaded with (kept over a reload, 'default' where it has
 * none).
 */
const LOADED_ENTRY: string = history.state?.key ?? 'default';

/**
 * Around each screen: names the document, and after a navigation takes the focus to the screen's heading so that screen
 * readers hear it.
 */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const { key, pathname } = useLocation();

  useEffect(() => {
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
