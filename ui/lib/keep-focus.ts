/**
 * A control that is disabled while its action runs loses the focus, so that Tab would start at the top of the page.
 * This returns the focus once the control is enabled, unless the user has moved on. Returns a function that stops it.
 */
export function keepFocusOfDisabled(): () => void {
  let last: HTMLElement | null = null;
  let wasDisabled = false;
  const note = (element: HTMLElement | null) => {
    last = element;
    wasDisabled = false;
  };
  const onFocus = ({ target }: FocusEvent) => note(target instanceof HTMLElement ? target : null);
  const onPress = ({ target }: Event) => {
    if (last && !(target instanceof Node && last.contains(target))) note(null);
  };
  const observer = new MutationObserver(() => {
    if (!last?.isConnected) return;
    if (last.matches(':disabled')) wasDisabled = true;
    else if (wasDisabled) {
      wasDisabled = false;
      if (document.activeElement === document.body) last.focus({ preventScroll: true });
    }
  });
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress);
  };
}
