import { NOTIFICATION_EVENT, notificationSchema } from '../../shared/agent/notifications.ts';
import type { OperationGroup } from '../openapi/operation.ts';

export const notificationOperations: OperationGroup = {
  tag: 'Notifications',
  about: 'What needs a person.',
  operations: {
    'GET /api/notifications': {
      id: 'followNotifications',
      summary: 'Follow the notifications from now on',
      description: 'While anybody follows, the desktop shows none.',
      events: { [NOTIFICATION_EVENT]: notificationSchema },
      onlyEvents: true,
    },
  },
};
