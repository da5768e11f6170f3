import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import { BACKUP_EVENTS, type Backups, backupMadeSchema, restoreReadySchema } from '../../../shared/agent/backups.ts';
import { backupApi, backupUploadApi } from '../../../shared/api/agent.ts';
import { listBackups } from '../../data-directory/backups-folder.ts';
import { withUploads } from '../../http/byte-routes.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { makeBackup } from './make-backup.ts';
import { notAbsolute } from './messages.ts';
import { createScreenRestore, type ScreenRestoreDeps } from './screen-restore.ts';

type BackupRoutesDeps = ScreenRestoreDeps & { lastRestore: Backups['lastRestore'] };

/** Routes for backups. A backup or restore continues if the client disconnects, and ends with the agent. */
export function backupRoutes(deps: BackupRoutesDeps): Routes {
  const { source, lastRestore } = deps;
  const restores = createScreenRestore(deps);
  const uploadRoutes = routesOf(backupUploadApi, {
    uploadBackup: async (request) => {
      // A request without a body leaves it undefined.
      const bytes = (request.body as Readable | undefined) ?? Readable.from([]);
      return { source: await restores.upload(bytes, Number(request.headers['content-length'])) };
    },
  });
  const routes = routesOf(backupApi, {
    listBackups: async () => ({ ...(await listBackups(source.dataDir)), lastRestore }),
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
    inspectBackup: ({ body }) => restores.inspect(body),
    restoreBackup: async (request, reply) => {
      const restore = async (onProgress: (text: string) => void) => {
        const { ready, begin } = await restores.restore(request.body, onProgress, request.server.stopping);
        if (reply.raw.closed) begin();
        else reply.raw.once('close', begin);
        return ready;
      };
      if (!wantsEventStream(request)) return restore(() => undefined);
      return answerWithEvents(request, reply, async (send) => {
        const ready = await restore((text) => send(BACKUP_EVENTS.progress, { text }));
        send(BACKUP_EVENTS.result, restoreReadySchema.parse(ready));
      });
    },
  });
  return withUploads(uploadRoutes, routes);
}
