import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** This browser's permission to show notifications; `default` means not asked yet. */
export function useNotificationPermission(): NotificationPermission | 'unsupported' {
  return useSyncExternalStore(onChange, read);
}

/** Requests the permission; call it only from a click. */
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
