import { configure, getConfig } from '@testing-library/dom';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** How long to wait for something, in milliseconds: this ends a hang, and does not test speed. */
const PATIENCE_MS = 30_000;

let isInEvent = false;
const open: (() => void)[] = [];
const { getElementError } = getConfig();

/**
 * What Testing Library does for React through `act`, which the production build lacks: an event's changes are in the
 * document when its dispatch returns, and what a wait found has had its effects.
 */
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // The whole document is only printed when a wait is over, not for each check that finds nothing yet.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? new Error(message ?? '')
      : getElementError(message, container),
  // Finding hidden elements requires the style of every ancestor, and there are no styles here.
  defaultHidden: true,
  eventWrapper(dispatch) {
    if (isInEvent) return dispatch();
    isInEvent = true;
    try {
      return flushSync(dispatch);
    } finally {
      isInEvent = false;
    }
  },
  async asyncWrapper(work) {
    const result = await work();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return result;
  },
});

/** Renders this in the document, until `cleanup`. */
export function render(node: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  open.push(() => {
    flushSync(() => root.unmount());
    container.remove();
  });
  flushSync(() => root.render(node));
}

export function cleanup(): void {
  for (const close of open.splice(0)) close();
}
