import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { NEW_SCRIPT } from '../../../shared/scripts/new-script.ts';
import { readPrivateFile, writePrivateFile } from '../../files/private-file.ts';

/** The oldest approvals are dropped first. This many hexadecimal hashes fit a file that is read whole. */
const APPROVALS_MAX = 10_000;
const REMEDY = 'Delete it: each saved script then asks once more before it runs on this machine.';

const keptSchema = z.object({ sha256: z.array(z.string().regex(/^[\da-f]{64}$/)).max(APPROVALS_MAX) });

/**
 * Which texts of saved scripts may run on this machine, by SHA-256: those that a user who may run code wrote through
 * this agent, or reviewed and approved. Saved scripts can also be changed in the database, from another machine, or by
 * a backup, so this is kept in a private file of the data directory, neither in the database nor in backups.
 */
export type ScriptApprovals = {
  has(code: string): Promise<boolean>;
  add(code: string): Promise<void>;
};

/** Every call: AppError internal when the file is damaged. */
export function createScriptApprovals(dataDir: string): ScriptApprovals {
  const path = join(dataDir, 'approved-scripts.json');
  let known: Set<string> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const read = async () => {
    const kept = known ? null : await readPrivateFile(path, (text) => keptSchema.parse(JSON.parse(text)), REMEDY);
    known ??= new Set(kept?.sha256);
    return known;
  };

  const add = async (hash: string) => {
    const before = await read();
    if (before.has(hash)) return;
    const sha256 = [...before, hash].slice(-APPROVALS_MAX);
    await writePrivateFile(path, `${JSON.stringify({ sha256 })}\n`);
    known = new Set(sha256);
  };

  return {
    async has(code) {
      return code === NEW_SCRIPT.code || (await read()).has(hashOfScript(code));
    },
    add(code) {
      // Serialised, so that writes do not overwrite each other.
      const added = turn.then(() => add(hashOfScript(code)));
      turn = added.catch(() => undefined);
      return added;
    },
  };
}

export function hashOfScript(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
