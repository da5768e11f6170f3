type PopHandler = (event: PopStateEvent) => void;

let activeHandler: PopHandler | null = null;

// Window listeners are called in the order they were added, whatever their phase; only one added before the router's
// can withhold an event from it. Therefore main.tsx imports this file, while the guards that use it are loaded with
// their screens.
window.addEventListener('popstate', (event) => activeHandler?.(event));

/**
 * Passes every back and forward navigation to `handler` before the router. Returns a function that stops it. Only one
 * handler at a time.
 */
export function interceptHistory(handler: PopHandler): () => void {
  activeHandler = handler;
  return () => {
    if (activeHandler === handler) activeHandler = null;
  };
}
