type PopHandler = (event: PopStateEvent) => void;

let keeper: PopHandler | null = null;

// Listeners on the window are called in the order in which they came, whatever their phase; only one that came before the router's can hold an
// event back from it. So main.tsx imports this file, while the guards that use it are loaded with their screens.
window.addEventListener('popstate', (event) => keeper?.(event));

/** Shows every back and forward to `handler` before the router hears of it, until the returned function is called. One keeper at a time. */
export function keepHistory(handler: PopHandler): () => void {
  keeper = handler;
  return () => {
    if (keeper === handler) keeper = null;
  };
}
