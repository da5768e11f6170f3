import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { type McpToken, mcpTokenSchema, type newMcpTokenSchema } from '../../shared/agent/mcp-tokens.ts';
import { AppError } from '../errors.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';
import { isSameSecret } from '../system/same-secret.ts';

const TOKENS_MAX = 50;
/** Resolution of the recorded last use, because each update writes the file. */
const LAST_USE_MS = 60_000;
const REMEDY = 'Delete it and make new tokens: those of before stop working.';

const keptSchema = z.array(mcpTokenSchema.extend({ sha256: z.string().regex(/^[\da-f]{64}$/) })).max(TOKENS_MAX);
type Kept = z.infer<typeof keptSchema>[number];

/**
 * Tokens of assistants that use this agent over /mcp. Only their SHA-256 is stored, which is enough for 256 random
 * bits, in a 0600 file of the data directory that backups leave out.
 */
export type McpTokens = {
  list(): Promise<McpToken[]>;
  /** Creates a token and returns its text, only this once. AppError conflict for a name in use, or too many tokens. */
  add(token: z.output<typeof newMcpTokenSchema>): Promise<McpToken & { token: string }>;
  /** Revokes a token and ends its calls in progress. AppError not_found. */
  revoke(id: string): Promise<void>;
  /** Finds the token by its text and records its use; null for an unknown one. */
  verify(text: string): Promise<McpToken | null>;
  /** Calls `end` when the token is revoked. Returns an unsubscribe function. */
  onRevoked(id: string, end: () => void): () => void;
};

/** Every call throws AppError internal when the file is damaged. `now` is in milliseconds since the epoch. */
export function createMcpTokens(dataDir: string, now: () => number = Date.now): McpTokens {
  const path = join(dataDir, 'mcp-tokens.json');
  const followers = new Map<string, Set<() => void>>();
  let known: Kept[] | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const read = async () => {
    known ??= (await readPrivateFile(path, (text) => keptSchema.parse(JSON.parse(text)), REMEDY)) ?? [];
    return known;
  };

  /** Runs changes one after another. Each takes effect only once it is written. */
  const change = (update: (tokens: Kept[]) => Kept[]): Promise<void> => {
    const changed = turn.then(async () => {
      const next = update(await read());
      await writePrivateFile(path, `${JSON.stringify(next, null, 1)}\n`);
      known = next;
    });
    turn = changed.catch(() => undefined);
    return changed;
  };

  return {
    async list() {
      return (await read()).map(shown);
    },
    async add({ name, scopes }) {
      const token = `lam_${randomBytes(32).toString('base64url')}`;
      const made: Kept = {
        id: randomUUID(),
        name,
        scopes,
        createdAt: new Date(now()).toISOString(),
        lastUsedAt: null,
        sha256: digest(token),
      };
      await change((tokens) => {
        if (tokens.some((one) => one.name === name)) throw new AppError('conflict', nameTaken(name));
        if (tokens.length >= TOKENS_MAX) throw new AppError('conflict', TOO_MANY);
        return [...tokens, made];
      });
      return { ...shown(made), token };
    },
    async revoke(id) {
      await change((tokens) => {
        if (!tokens.some((one) => one.id === id)) throw new AppError('not_found', NO_TOKEN);
        return tokens.filter((one) => one.id !== id);
      });
      for (const end of followers.get(id) ?? []) end();
      followers.delete(id);
    },
    async verify(text) {
      const sha256 = digest(text);
      const found = (await read()).find((one) => isSameSecret(one.sha256, sha256));
      if (!found) return null;
      const lastUse = found.lastUsedAt === null ? 0 : Date.parse(found.lastUsedAt);
      if (now() - lastUse >= LAST_USE_MS) {
        const lastUsedAt = new Date(now()).toISOString();
        await change((tokens) => tokens.map((one) => (one.id === found.id ? { ...one, lastUsedAt } : one)));
      }
      return shown(found);
    },
    onRevoked(id, end) {
      const ends = followers.get(id) ?? new Set();
      followers.set(id, ends.add(end));
      return () => ends.delete(end);
    },
  };
}

function shown({ sha256: _sha256, ...token }: Kept): McpToken {
  return token;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const nameTaken = (name: string) => `There is a token named "${name}". Choose another name, or revoke that one first.`;
const TOO_MANY = `There are ${TOKENS_MAX} tokens. Revoke one that is not used any more.`;
const NO_TOKEN = 'There is no such token. It may have been revoked already.';
