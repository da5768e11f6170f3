import { z } from 'zod';

/**
 * GET with `Accept: text/event-stream` for NOTIFICATION_EVENTs from now on. While there are listeners, no desktop
 * notifications are shown.
 */
export const NOTIFICATIONS_PATH = '/api/notifications';
export const NOTIFICATION_EVENT = 'notification';

/** A notification for the user. `path` is the screen to open; neither text contains a secret. */
export const notificationSchema = z.object({ title: z.string(), body: z.string(), path: z.string().startsWith('/') });
export type Notification = z.infer<typeof notificationSchema>;
