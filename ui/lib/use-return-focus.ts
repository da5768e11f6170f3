import { useRef } from 'react';

type OnEvent = ((event: Event) => void) | undefined;

/**
 * For the panels of Radix, which return the focus only to a trigger of their own, where most are opened by state:
 * afterwards it goes back to where it was, or to the screen's heading where that is gone. A screen that took the focus
 * meanwhile keeps it.
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
