import { type ReactNode, Suspense, type SyntheticEvent, useEffect, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.ts';

const SidebarHint = lazyPart('SidebarHint', () => import('@/app/shell/sidebar-hint.tsx'));

/** A row's label (`data-hint`) and position. */
export type Hint = { label: string; row: DOMRect };

/**
 * Shows the rows' names in a tooltip while the sidebar is collapsed. A single tooltip, loaded on demand: rows keep
 * their element, and so the focus, when the sidebar changes its width, and the first load does not need the tooltip's
 * code.
 */
export function SidebarHints({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const [hint, setHint] = useState<Hint | null>(null);

  useEffect(() => {
    if (!enabled) setHint(null);
  }, [enabled]);

  function show(event: SyntheticEvent) {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-hint]') : null;
    const label = row?.dataset.hint;
    setHint(enabled && row && label ? { label, row: row.getBoundingClientRect() } : null);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens on the rows inside, which are the controls.
    <div
      className="contents"
      onMouseOver={show}
      onMouseLeave={() => setHint(null)}
      onFocus={show}
      onBlur={() => setHint(null)}
    >
      {children}
      {hint ? (
        <Suspense>
          <SidebarHint hint={hint} onClose={() => setHint(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}
