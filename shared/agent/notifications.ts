import { z } from 'zod';

/**
 * GET with `Accept: text/event-stream` streams NOTIFICATION_EVENTs from now on. No desktop notifications are shown
 * while a client is connected.
 */
export const NOTIFICATIONS_PATH = '/api/notifications';
export const NOTIFICATION_EVENT = 'notification';

/** A notification for the user. `path` is the screen to open; the texts contain no secrets. */
export const notificationSchema = z.object({ title: z.string(), body: z.string(), path: z.string().startsWith('/') });
export type Notification = z.infer<typeof notificationSchema>;
