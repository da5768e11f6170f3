import { useEffect, useEffectEvent } from 'react';

/** Ctrl or Cmd with S and with Enter, wherever the focus is on this screen, before the editor and the browser see them. Asleep while `paused`. */
export function useShortcuts({
  onSave,
  onRun,
  paused,
}: {
  onSave: () => void;
  onRun: () => void;
  paused: boolean;
}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (paused || event.isComposing || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const act = { s: onSave, Enter: onRun }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
