import { z } from 'zod';

/**
 * GET here with `Accept: text/event-stream` for NOTIFICATION_EVENT from now on. While anybody listens, the desktop is
 * not told by other means.
 */
export const NOTIFICATIONS_PATH = '/api/notifications';
/** The server-sent event with a `notificationSchema`. */
export const NOTIFICATION_EVENT = 'notification';

/** A notification shown wherever the person is. `path` is the screen to open; neither text holds a secret. */
export const notificationSchema = z.object({ title: z.string(), body: z.string(), path: z.string().startsWith('/') });
export type Notification = z.infer<typeof notificationSchema>;
