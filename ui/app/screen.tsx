import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PRODUCT_NAME } from '@/lib/product.ts';

/** React Router's key of the location that the page was loaded with. */
const FIRST_LOCATION = 'default';

/** Around each screen: names the document, and after a navigation takes the focus to the screen's heading so that screen readers hear it. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const { key, pathname } = useLocation();

  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another path is a navigation to another screen, a new key alone is not.
  useEffect(() => {
    if (key === FIRST_LOCATION) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
  }, [pathname]);

  return children;
}
