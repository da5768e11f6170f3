import { useEffect, useEffectEvent } from 'react';
import { interceptHistory } from '@/lib/history-gate.ts';

/** Controls that leave the screen: links, and those marked with `data-leaves` (Logout). */
const LEAVING_CONTROLS = 'a[href], [data-leaves]';

/**
 * While `active`, asks before this screen is left: clicks on links and the browser's back and forward are held, and
 * `onHeld` is called with a function that carries them out. Closing, reloading and other sites trigger the browser's
 * own dialog. The router's `useBlocker` does not hold the second of two quick steps back. Programmatic navigations,
 * such as a lost session's to /auth, are not held.
 */
export function useLeaveGuard(active: boolean, onHeld: (leave: () => void) => void): void {
  const hold = useEffectEvent(onHeld);
  useEffect(() => {
    if (!active) return;
    const removers = [guardClicks(hold), guardHistory(hold), guardUnload()];
    return () => {
      for (const remove of removers) remove();
    };
  }, [active]);
}

type Hold = (leave: () => void) => void;

function guardClicks(hold: Hold): () => void {
  let passing = false;

  function onClick(event: MouseEvent) {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(LEAVING_CONTROLS) : null;
    if (passing || !control || !leavesScreen(event, control)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hold(() => {
      passing = true;
      control.click();
      passing = false;
    });
  }

  window.addEventListener('click', onClick, { capture: true });
  return () => window.removeEventListener('click', onClick, { capture: true });
}

/** Another tab, a download and a fragment do not leave the screen; for another site, the browser asks on unload. */
function leavesScreen(event: MouseEvent, control: HTMLElement): boolean {
  if (!(control instanceof HTMLAnchorElement)) return true;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if ((control.target && control.target !== '_self') || control.hasAttribute('download')) return false;
  return control.origin === location.origin && screenOf(control) !== screenOf(location);
}

/** The URL has already changed when popstate fires, so it is changed back, unnoticed by the router. */
function guardHistory(hold: Hold): () => void {
  const home = screenOf(location);
  let position = historyPosition();
  let passing = false;

  return interceptHistory((event) => {
    if (passing) return;
    if (screenOf(location) === home) {
      position = historyPosition();
      return;
    }
    event.stopImmediatePropagation();
    // An entry that the router did not create has no position; reaching one most likely means going back.
    const steps = historyPosition() - position || -1;
    history.go(-steps);
    hold(() => {
      passing = true;
      history.go(steps);
    });
  });
}

function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

const screenOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** The router numbers its entries; NaN for another. */
const historyPosition = (): number => history.state?.idx ?? Number.NaN;
