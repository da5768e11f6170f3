import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { damaged, newer } from './messages.ts';

/** Increase it when older versions cannot restore new backups. */
export const BACKUP_FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const CHECKSUMS = 'checksums.json';
export const DATABASE = 'database.sql.gz';
/** Bytes; about 200,000 files. */
export const MANIFEST_MAX_BYTES = 32 * 1024 * 1024;

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
/** A file of the Media Library, named by its version. */
const STORED = new RegExp(`^storage/${ID}$`);
/** Other files that a backup without secrets may contain. */
const PLAIN = /^(config\.json|scripts\/package(-lock)?\.json)$/;
/** Files that only a backup with secrets may contain. */
const SECRET = new RegExp(
  `^(keys\\.json|agent-token|agent-id|ai\\.json|channels/key\\.json|(channels|sessions|webhooks|agents)/${ID}\\.json)$`,
);

const size = z
  .number()
  .int()
  .nonnegative()
  .max(2 ** 50);
const partSchema = z.object({ path: z.string().max(100), size });
const manifestSchema = z.object({
  format: z.number().int(),
  product: z.literal('local-agent'),
  version: z.string().max(100),
  createdAt: z.iso.datetime(),
  includesSecrets: z.boolean(),
  /** Null for an agent of a hosted project. `bytes` is the size of the unpacked dump. */
  database: z.object({ bytes: size, rows: size }).nullable(),
  /** All parts in order, without the checksums. */
  parts: z.array(partSchema),
  /** Files of the Media Library in the folder `media` next to it (daily backups share them). */
  beside: z.array(partSchema),
});

/** A backup's description of itself, in its first file. Sizes are bytes. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The SHA-256 of each part, in hexadecimal, in the last file. */
export const checksumsSchema = z.record(z.string(), z.string().regex(/^[\da-f]{64}$/));

/**
 * Reads a manifest. Only a workspace's paths are allowed, each once, so that nothing is written elsewhere. AppError
 * bad_input, unavailable for a newer version's.
 */
export function parseManifest(text: string): Manifest {
  try {
    const value = JSON.parse(text);
    if (value.format > BACKUP_FORMAT) throw newer(value.format, BACKUP_FORMAT);
    const manifest = manifestSchema.parse(value);
    const paths = [...manifest.parts, ...manifest.beside].map(({ path }) => path);
    const strange = manifest.parts.find(({ path }) => !mayHold(manifest, path))?.path;
    const strangeBeside = manifest.beside.find(({ path }) => !STORED.test(path))?.path;
    if (strange ?? strangeBeside) throw damaged(`"${strange ?? strangeBeside}" has no place in a workspace`);
    if (new Set(paths).size < paths.length) throw damaged('it lists a file twice');
    if ((manifest.database !== null) !== paths.includes(DATABASE)) throw damaged('its database is missing');
    return manifest;
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged('its list of files cannot be read', cause);
  }
}

/** Whether a backup may contain a file, by its path in the data directory. */
export function mayHold({ includesSecrets }: Pick<Manifest, 'includesSecrets'>, path: string): boolean {
  return path === DATABASE || STORED.test(path) || PLAIN.test(path) || (includesSecrets && SECRET.test(path));
}

/** The total size of a backup's files, in which the database is still compressed. */
export function unpackedSize({ parts, beside }: Pick<Manifest, 'parts' | 'beside'>): number {
  return [...parts, ...beside].reduce((sum, part) => sum + part.size, 0);
}
