import { useEffect, useEffectEvent } from 'react';

/** The name of the modifier for shortcuts on this computer. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** Where a key types text, or belongs to an open panel. */
const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';
const OPEN_PANELS = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role=${role}]`).join();

/**
 * The items that J and K step through: each item of a screen's list has `data-item`; its first control takes the focus.
 */
const ITEMS = 'main [data-item]';
const CONTROL = 'a[href], button:not(:disabled), [tabindex="0"]';

/** Actions of keys without Ctrl, Alt or Cmd, by `event.key`. */
export type KeyMap = Record<string, () => void>;

/** Single-key shortcuts for the whole window. Ignored while typing, or while a dialog, menu or list is open. */
export function useKeys(keys: KeyMap) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(TYPING) || document.querySelector(OPEN_PANELS)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Focuses the next or previous item of the screen's list; the first visible one if none is current. */
export function focusItem(step: 1 | -1) {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)];
  const focused = items.findIndex((item) => item.contains(document.activeElement));
  // If the focus is elsewhere, the list's open item is the current one.
  const current = focused === -1 ? items.findIndex((item) => item.querySelector('[aria-current=true]')) : focused;
  const shown = items.findIndex((item) => item.getBoundingClientRect().bottom > 0);
  const next = items[current === -1 ? Math.max(shown, 0) : current + step];
  const control = next?.matches('[tabindex]') ? next : next?.querySelector<HTMLElement>(CONTROL);
  control?.focus({ preventScroll: true });
  next?.scrollIntoView?.({ block: 'nearest' });
}

/** Focuses the screen's search field; false if it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
