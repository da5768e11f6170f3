import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSettings } from '@/domain/workspace/settings.ts';
import { useAgent } from '@/lib/agent.ts';
import { pause } from '@/lib/pause.ts';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import { NOTIFICATION_EVENT, NOTIFICATIONS_PATH, notificationSchema } from '../../../shared/agent/notifications.ts';

/** A lock, so that only one tab shows them: browsers allow few connections, and each tab would use one. */
const LOCK = 'local-agent-notifications';
/** Delay before reconnecting to the agent, in milliseconds. */
const RECONNECT_DELAY_MS = 15_000;

/**
 * Shows the agent's notifications, unless switched off, in browsers with permission. A click opens the related screen.
 */
export function DesktopNotifications() {
  const agent = useAgent();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isOn = useSettings()?.desktop_notifications === true;

  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const { signal } = stop;

    const show = (data: string) => {
      const { title, body, path } = notificationSchema.parse(JSON.parse(data));
      const shown = new Notification(title, { body, tag: title, icon: '/icon.svg' });
      shown.onclick = () => {
        window.focus();
        shown.close();
        void navigate(path);
      };
      // Anything may have changed, so the screens are refetched too.
      void queryClient.invalidateQueries();
    };
    const follow = async () => {
      const { body } = await agent(NOTIFICATIONS_PATH, { accept: 'text/event-stream', signal });
      if (!body) return;
      for await (const { event, data } of readEventStream(body)) if (event === NOTIFICATION_EVENT) show(data);
    };
    const followWithReconnect = async () => {
      while (!signal.aborted) {
        await follow().catch(() => undefined);
        await pause(RECONNECT_DELAY_MS, signal);
      }
    };
    void navigator.locks.request(LOCK, { signal }, followWithReconnect).catch(() => undefined);
    return () => stop.abort();
  }, [agent, navigate, queryClient, isOn]);

  return null;
}
