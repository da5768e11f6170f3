import { BACKUP_EVENTS, backupMadeSchema, backupProgressSchema } from '../../../shared/agent/backups.ts';
import type { OperationGroup } from '../../openapi/operation.ts';

export const backupOperations: OperationGroup = {
  tag: 'Backups',
  about: 'Copies of the workspace, checked when they are made.',
  operations: {
    'GET /api/backups': { id: 'listBackups', summary: 'List the daily backups, the newest first' },
    'POST /api/backups': {
      id: 'makeBackup',
      summary: 'Back the workspace up to a file on the agent’s machine',
      description:
        'Without a passphrase no login, key or token is in it. With one they are, and all of it is encrypted. 409 where the file is there already, 503 where the disk has no room.',
      errors: [409],
      events: { [BACKUP_EVENTS.progress]: backupProgressSchema, [BACKUP_EVENTS.result]: backupMadeSchema },
    },
  },
};
