import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { damaged, newer } from './messages.ts';

/** Raise it when an older version could no longer restore what is written. */
export const BACKUP_FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const CHECKSUMS = 'checksums.json';
export const DATABASE = 'database.sql.gz';
/** Bytes; some 200,000 files. */
export const MANIFEST_MAX_BYTES = 32 * 1024 * 1024;

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
/** A file of the Media Library, named by its version. */
const STORED = new RegExp(`^storage/${ID}$`);
/** What a backup without log-ins and tokens may hold besides. */
const PLAIN = /^(config\.json|scripts\/package(-lock)?\.json)$/;
/** What only one with them may hold. */
const SECRET = new RegExp(
  `^(keys\\.json|agent-token|agent-id|ai\\.json|channels/key\\.json|(channels|sessions)/${ID}\\.json)$`,
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
  /** Null for an agent of a hosted project. `bytes` is the size of the dump once it is unpacked. */
  database: z.object({ bytes: size, rows: size }).nullable(),
  /** Everything in it, in order, the checksums aside. */
  parts: z.array(partSchema),
  /** Files of the Media Library that lie in the folder `media` beside it (daily backups share them). */
  beside: z.array(partSchema),
});

/** What a backup says of itself, in its first file. Sizes are bytes. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The SHA-256 of each part, in hexadecimal, in its last file. */
export const checksumsSchema = z.record(z.string(), z.string().regex(/^[\da-f]{64}$/));

/**
 * Reads a manifest. Paths are those of a workspace and no others, each once, so that nothing is ever written elsewhere.
 * AppError bad_input, unavailable for a newer version's.
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

/** Whether a file has its place in a backup, by its path in the data directory. */
export function mayHold({ includesSecrets }: Pick<Manifest, 'includesSecrets'>, path: string): boolean {
  return path === DATABASE || STORED.test(path) || PLAIN.test(path) || (includesSecrets && SECRET.test(path));
}

/** All bytes that a backup unpacks to, the database aside. */
export function unpackedSize({ parts, beside }: Pick<Manifest, 'parts' | 'beside'>): number {
  return [...parts, ...beside].reduce((sum, part) => sum + part.size, 0);
}
