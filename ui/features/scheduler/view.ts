import { useState } from 'react';

/** How the scheduled posts are shown. */
export const VIEWS = ['list', 'month', 'week', 'queue'] as const;
export type View = (typeof VIEWS)[number];

/** Where the choice is kept, for the next visit. */
const STORAGE_KEY = 'scheduler.view';

/** The chosen view, remembered in this browser; a list until somebody chooses. */
export function useView(): [view: View, choose: (next: View) => void] {
  const [view, setView] = useState<View>(() => {
    const stored = localStorage.getItem(STORAGE_KEY);
    return VIEWS.find((known) => known === stored) ?? 'list';
  });
  return [
    view,
    (next) => {
      localStorage.setItem(STORAGE_KEY, next);
      setView(next);
    },
  ];
}
