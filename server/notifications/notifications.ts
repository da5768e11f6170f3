import type { FastifyBaseLogger } from 'fastify';
import { NOTIFICATION_EVENT, type Notification } from '../../shared/agent/notifications.ts';
import { notificationApi } from '../../shared/api/agent.ts';
import { answerWithEvents, clientGone } from '../http/event-stream.ts';
import { routesOf } from '../http/operations.ts';
import type { Routes } from '../http/zod-compiler.ts';
import type { Client } from '../supabase/connection.ts';
import { type Desktop, notifyDesktop } from './desktop.ts';

/** Maximum number of notifications shown at once. Any others are dropped, because the screens show them anyway. */
const SHOWN_AT_ONCE = 3;

export type NotificationsOptions = {
  /** The user's setting. */
  isOn(): Promise<boolean>;
  /** Null when there is no desktop. */
  desktop: Desktop | null;
  log: FastifyBaseLogger;
};

/** The user's setting. True if the agent has no permission to read it, as in hosted mode without a secret key. */
export async function areNotificationsOn(admin: Client | null): Promise<boolean> {
  const answer = await admin?.from('app_settings').select('desktop_notifications').maybeSingle();
  return answer?.data?.desktop_notifications ?? true;
}

export type Notifications = {
  /** Notifies the user in an open tab, or else on the desktop, unless switched off. Best effort; never rejects. */
  notify(notification: Notification): Promise<void>;
  /** GET /api/notifications: an event stream for tabs that may show notifications. */
  routes: Routes;
};

export function createNotifications({ isOn, desktop, log }: NotificationsOptions): Notifications {
  const followers = new Set<(notification: Notification) => void>();
  let showing = 0;

  const show = async (notification: Notification, on: Desktop) => {
    if (showing >= SHOWN_AT_ONCE) return;
    showing += 1;
    try {
      await notifyDesktop(notification, on);
    } catch (error) {
      log.info({ err: error }, 'the desktop notification was not shown');
    } finally {
      showing -= 1;
    }
  };

  return {
    async notify(notification) {
      const isWanted = await isOn().catch(() => true);
      if (!isWanted) return;
      for (const follower of followers) follower(notification);
      if (followers.size === 0 && desktop) await show(notification, desktop);
    },
    routes: routesOf(notificationApi, {
      followNotifications: (request, reply) =>
        answerWithEvents(request, reply, async (send) => {
          const follower = (notification: Notification) => send(NOTIFICATION_EVENT, notification);
          const gone = clientGone(request);
          followers.add(follower);
          if (!gone.aborted) {
            await new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }));
          }
          followers.delete(follower);
        }),
    }),
  };
}
