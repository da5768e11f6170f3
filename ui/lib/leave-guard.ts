import { useEffect, useEffectEvent } from 'react';
import { interceptHistory } from '@/lib/history-gate.ts';

/** What leaves the screen: links, and controls that are marked with `data-leaves` (Logout). */
const LEAVING_CONTROLS = 'a[href], [data-leaves]';

/**
 * While `active`, nobody leaves this screen without being asked: a click on a link and the browser's back and forward
 * are held, and `onHeld` gets the function that carries them out after all. Closing, reloading and other sites bring up
 * the browser's own question. The router's `useBlocker` lets the second of two quick steps back pass; navigations by
 * code, such as a lost session's way to /auth, pass here.
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

/**
 * Another tab, a download and a place on the same page leave nothing; another site is asked about when this page
 * unloads.
 */
function leavesScreen(event: MouseEvent, control: HTMLElement): boolean {
  if (!(control instanceof HTMLAnchorElement)) return true;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if ((control.target && control.target !== '_self') || control.hasAttribute('download')) return false;
  return control.origin === location.origin && screenOf(control) !== screenOf(location);
}

/** The address has already changed when popstate fires, so it is changed back, without the router noticing. */
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
    // An entry that the router did not make has no position; whoever comes upon one has most likely gone back.
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

/** The router numbers the entries that it makes; NaN for another. */
const historyPosition = (): number => history.state?.idx ?? Number.NaN;
