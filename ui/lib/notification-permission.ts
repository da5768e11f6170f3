import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** May this browser show notifications? `default` means that it was not asked yet. */
export function useNotificationPermission(): NotificationPermission | 'unsupported' {
  return useSyncExternalStore(onChange, read);
}

/** Has the browser ask the person; call it from a click only. */
export async function askForNotifications(): Promise<void> {
  await Notification.requestPermission();
  for (const listener of listeners) listener();
}

function read(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
