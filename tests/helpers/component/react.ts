import { configure, getConfig } from '@testing-library/dom';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** How long something is waited for, in milliseconds: it ends a hang, and judges no speed. */
const PATIENCE_MS = 30_000;

let isInEvent = false;
const open: (() => void)[] = [];
const { getElementError } = getConfig();

/**
 * What Testing Library does for React by its `act`, which the build that people get does not have: what an event changes
 * is in the document when its dispatch returns, and what a wait found has had its effects.
 */
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // The whole document is put into words when a wait is over, and not for each look that finds nothing yet.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? new Error(message ?? '')
      : getElementError(message, container),
  // To know what is hidden costs a style of every parent, and there are no styles here.
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

/** Shows this in the document, until `cleanup`. */
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
