import { useRef } from 'react';

type OnEvent = ((event: Event) => void) | undefined;

/**
 * For Radix panels, which return the focus only to their trigger, while most are opened by state: on closing, the focus
 * returns to its previous element, or to the screen's heading if that no longer exists. A screen that took the focus
 * since keeps it.
 */
export function useReturnFocus(onOpenAutoFocus: OnEvent, onCloseAutoFocus: OnEvent) {
  const opener = useRef<Element>(null);

  return {
    onOpenAutoFocus(event: Event) {
      opener.current = document.activeElement;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus(event: Event) {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (isHeading(document.activeElement)) return;
      const target = opener.current?.isConnected ? opener.current : document.querySelector('[data-page-heading]');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

function isHeading(element: Element | null): boolean {
  return element?.hasAttribute('data-page-heading') ?? false;
}
