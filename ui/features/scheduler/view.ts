import { useState } from 'react';

export const VIEWS = ['list', 'month', 'week', 'queue'] as const;
export type View = (typeof VIEWS)[number];

/** Stores the choice for the next visit. */
const STORAGE_KEY = 'scheduler.view';

/** The chosen view, stored in this browser; a list by default. */
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
