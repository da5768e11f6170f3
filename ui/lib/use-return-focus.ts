import { useRef } from 'react';

const CONTROL = 'a[href], button:not(:disabled)';

type OnEvent = ((event: Event) => void) | undefined;

/**
 * Radix panels return the focus only to their trigger, but most are opened by state. On closing, this returns the focus
 * to its previous element (from a menu's item, to the menu's button). If that no longer exists, it stays in the list
 * item that had it, or else goes to the screen's heading. A screen that has taken the focus since keeps it.
 */
export function useReturnFocus(onOpenAutoFocus: OnEvent, onCloseAutoFocus: OnEvent) {
  const opener = useRef<Element>(null);
  const item = useRef<Element>(null);

  return {
    onOpenAutoFocus(event: Event) {
      opener.current = outsideMenus(document.activeElement);
      item.current = opener.current?.closest('li') ?? null;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus(event: Event) {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (isHeading(document.activeElement)) return;
      const target = opener.current?.isConnected
        ? opener.current
        : (item.current?.isConnected && item.current.querySelector(CONTROL)) ||
          document.querySelector('[data-page-heading]');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

/** The button of the menu that contains an element: a panel that is already loaded opens before the menu closes. */
function outsideMenus(element: Element | null): Element | null {
  const button = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return button ? outsideMenus(document.getElementById(button)) : element;
}

function isHeading(element: Element | null): boolean {
  return element?.hasAttribute('data-page-heading') ?? false;
}
