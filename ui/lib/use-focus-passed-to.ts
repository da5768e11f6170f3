import { useEffect } from 'react';

/**
 * If the component unmounts while it has the focus, or before one of its menus could return it, moves the focus to the
 * element with this id.
 */
export function useFocusPassedTo(id: string): void {
  useEffect(
    () => () => {
      // After a menu that closes at the same time.
      setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById(id)?.focus();
      });
    },
    [id],
  );
}
