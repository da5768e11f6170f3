import { isAbsolute } from 'node:path';
import {
  BACKUP_EVENTS,
  BACKUPS_PATH,
  backupMadeSchema,
  backupRequestSchema,
  backupsSchema,
} from '../../../shared/agent/backups.ts';
import { listBackups } from '../../data-directory/backups-folder.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';
import { notAbsolute } from './messages.ts';

/**
 * GET /api/backups lists the daily backups. POST /api/backups, for the agent token only, writes a backup to a file on
 * this machine, as an event stream (BACKUP_EVENTS) on request. It continues when the client disconnects, and ends with
 * the agent.
 */
export function backupRoutes(source: BackupSource): Routes {
  return (api) => {
    api.get(BACKUPS_PATH, { schema: { response: { 200: backupsSchema } } }, async () => listBackups(source.dataDir));

    api.post(
      BACKUPS_PATH,
      { config: { access: 'agent' }, schema: { body: backupRequestSchema, response: { 201: backupMadeSchema } } },
      async (request, reply) => {
        const { file, force, passphrase } = request.body;
        if (!isAbsolute(file)) throw notAbsolute(file);
        const make = (onProgress: (text: string) => void) =>
          makeBackup(source, {
            file,
            isForced: force,
            passphrase,
            mediaFolder: null,
            onProgress,
            signal: request.server.stopping,
          });
        if (!wantsEventStream(request)) return reply.code(201).send(await make(() => undefined));
        return answerWithEvents(request, reply, async (send) => {
          const made = await make((text) => send(BACKUP_EVENTS.progress, { text }));
          send(BACKUP_EVENTS.result, backupMadeSchema.parse(made));
        });
      },
    );
  };
}
