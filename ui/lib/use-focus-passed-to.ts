import { useEffect } from 'react';

/**
 * Where the component goes away with the focus in it, or before a menu of it could return the focus, the focus passes to
 * the element of this id.
 */
export function useFocusPassedTo(id: string): void {
  useEffect(
    () => () => {
      // After a menu that closes in the same moment.
      setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById(id)?.focus();
      });
    },
    [id],
  );
}
