import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type SqlClient, UnknownCommitOutcome } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';
import { StorageError } from './error.ts';
import type { ObjectFiles } from './files.ts';
import type { ObjectRow } from './rows.ts';

/** How long a file without an object is kept, because a commit with an unknown outcome may still be in progress. */
const GRACE = '1 hour';
const SWEEP_INTERVAL_MS = 24 * 60 * 60 * 1000;
/** Number of files removed per step of a sweep. */
const BATCH = 200;
/** How often a read is retried when its object was replaced between reading the row and opening the file. */
const CHECK_ATTEMPTS = 5;

/**
 * A file is loose while no object refers to it. Loose files are recorded before they are created, in the same database
 * as the objects, so that another database on the same folder never mistakes this one's files for orphans. Triggers
 * update the record in the transactions that change objects.
 */
export const LOOSE_FILES_SQL = `
create table if not exists storage.loose_files (version text primary key, since timestamptz not null default now());
revoke all on storage.loose_files from anon, authenticated;
create or replace function storage.note_loose_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.version is not null then
    insert into storage.loose_files (version) values (old.version) on conflict (version) do update set since = now();
  end if;
  if tg_op <> 'DELETE' then
    delete from storage.loose_files where version = new.version;
  end if;
  return null;
end $$;
revoke all on function storage.note_loose_file() from public, anon, authenticated;
create or replace trigger loose_files after insert or delete or update of version on storage.objects
  for each row execute function storage.note_loose_file();
`;

export type LooseFiles = ReturnType<typeof looseFiles>;

/** The objects' files, and the record of loose ones. */
export function looseFiles(database: SqlClient, files: ObjectFiles, log: Logger) {
  /** Versions of uploads in progress. */
  const inUse = new Set<string>();
  const stop = new AbortController();

  /** Removes loose files and their records. */
  const discard = async (versions: readonly string[]) => {
    await files.remove(versions);
    await database.run(sql`delete from storage.loose_files where version = any(${versions}::text[])`);
  };

  const sweep = async () => {
    for (;;) {
      const busy = [...inUse];
      const rows = await database.rows<{ version: string }>(sql`
        select version from storage.loose_files l
        where since < now() - ${GRACE}::interval and version <> all(${busy}::text[])
          and not exists (select from storage.objects o where o.version = l.version)
        order by since limit ${BATCH}`);
      if (rows.length === 0 || stop.signal.aborted) return;
      await discard(rows.map(({ version }) => version));
    }
  };

  const sweepDaily = async () => {
    while (!stop.signal.aborted) {
      await sweep().catch(
        (error) => stop.signal.aborted || log.warn({ err: error }, 'Left-over files were not removed.'),
      );
      await delay(SWEEP_INTERVAL_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  };

  return {
    assertRoom: files.assertRoom,
    write: files.write,
    open: files.open,

    /**
     * Lets `work` create the file and row of a new object. If it fails, the file is removed, unless the commit's
     * outcome is unknown: then a sweep after the grace period removes the file if no row refers to it.
     */
    async withNew<T>(work: (version: string) => Promise<T>): Promise<T> {
      const version = randomUUID();
      inUse.add(version);
      try {
        await database.run(sql`insert into storage.loose_files (version) values (${version})`);
        return await work(version);
      } catch (error) {
        if (!(error instanceof UnknownCommitOutcome)) await discard([version]).catch(() => undefined);
        throw error;
      } finally {
        inUse.delete(version);
      }
    },

    /** Removes the files of removed objects. Files that cannot be removed are left to the next sweep. */
    async discard(versions: readonly string[]): Promise<void> {
      await discard(versions).catch((error) =>
        log.debug({ err: error }, 'Files of removed objects wait for the sweep.'),
      );
    },

    /**
     * Finds an object and uses its file; retries if the object was replaced in between. StorageError 404 when it no
     * longer exists.
     */
    async current<T>(find: () => Promise<ObjectRow>, use: (object: ObjectRow) => Promise<T>): Promise<T> {
      for (let look = 1, before: string | null = null; ; look++) {
        const object = await find();
        try {
          return await use(object);
        } catch (error) {
          const isGone = error instanceof StorageError && error.status === 404;
          if (!isGone || object.version === before || look === CHECK_ATTEMPTS) throw error;
          before = object.version;
        }
      }
    },

    /** Sweeps now and once a day, until `close`. */
    start: () => void sweepDaily(),
    close: () => stop.abort(),
  };
}
