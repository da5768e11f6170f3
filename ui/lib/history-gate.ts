type PopHandler = (event: PopStateEvent) => void;

let activeHandler: PopHandler | null = null;

// Listeners on the window are called in the order in which they came, whatever their phase; only one that came before
// the router's can hold an
// event back from it. So main.tsx imports this file, while the guards that use it are loaded with their screens.
window.addEventListener('popstate', (event) => activeHandler?.(event));

/**
 * Passes every back and forward to `handler` before the router. Returns a function that stops it. One handler at a
 * time.
 */
export function interceptHistory(handler: PopHandler): () => void {
  activeHandler = handler;
  return () => {
    if (activeHandler === handler) activeHandler = null;
  };
}
