import { isAbsolute } from 'node:path';
import { BACKUP_EVENTS, backupMadeSchema } from '../../../shared/agent/backups.ts';
import { backupApi } from '../../../shared/api/agent.ts';
import { listBackups } from '../../data-directory/backups-folder.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';
import { notAbsolute } from './messages.ts';

/** The backups. A backup continues when the client disconnects, and ends with the agent. */
export function backupRoutes(source: BackupSource): Routes {
  return routesOf(backupApi, {
    listBackups: () => listBackups(source.dataDir),
    makeBackup: async (request, reply) => {
      const { file, force, passphrase } = request.body;
      if (!isAbsolute(file)) throw notAbsolute(file);
      const signal = request.server.stopping;
      const make = (onProgress: (text: string) => void) =>
        makeBackup(source, { file, isForced: force, passphrase, mediaFolder: null, onProgress, signal });
      if (!wantsEventStream(request)) return make(() => undefined);
      return answerWithEvents(request, reply, async (send) => {
        const made = await make((text) => send(BACKUP_EVENTS.progress, { text }));
        send(BACKUP_EVENTS.result, backupMadeSchema.parse(made));
      });
    },
  });
}
