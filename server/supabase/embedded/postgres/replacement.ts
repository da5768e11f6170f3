import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../../../files/file-tree.ts';

/** Name of the cluster's folder in its root. */
export const CLUSTER = 'postgres';
/** Temporary folder of an upgrade. */
export const UPGRADE_FOLDER = 'upgrade';
/**
 * Prefixes of a loaded and checked cluster that is to replace `postgres`, and of the one that it replaced. Both names
 * end with the digest that the old cluster had when the new one was loaded from it.
 */
const CHECKED = 'postgres.checked-';
const REPLACED = 'postgres.replaced-';

/** Whether a root has a cluster, or a checked one that is about to become it. */
export function hasCluster(root: string): boolean {
  return existsSync(join(root, CLUSTER, 'PG_VERSION')) || namesLike(root, CHECKED).length > 0;
}

/**
 * Replaces the root's cluster with `next`, which has been loaded and checked. Neither may have a running server. If the
 * process is killed between the three renames, `finishReplacement` completes them at the next start. The old cluster is
 * kept until `removeReplaced`.
 */
export async function replaceCluster(root: string, next: string): Promise<void> {
  await rename(next, join(root, `${CHECKED}${await digestOf(root)}`));
  await finishReplacement(root);
}

/** Completes an interrupted replacement. Discards it if an older local-agent has used the old cluster since. */
export async function finishReplacement(root: string): Promise<void> {
  const cluster = join(root, CLUSTER);
  for (const checked of namesLike(root, CHECKED)) {
    const replaced = join(root, checked.replace(CHECKED, REPLACED));
    if (existsSync(cluster)) {
      const isSame = checked === `${CHECKED}${await digestOf(root)}`;
      // If the old cluster was already moved, an older local-agent has created this one in its place: it is set aside.
      if (!isSame && !existsSync(replaced)) {
        await removeTree(join(root, checked));
        continue;
      }
      await rename(cluster, isSame ? replaced : `${cluster}.aside-${Date.now()}`);
    }
    await rename(join(root, checked), cluster);
  }
}

/** Removes the replaced cluster and an upgrade's leftovers. Call it once the new cluster's server has started. */
export async function removeReplaced(root: string): Promise<void> {
  await Promise.all(namesLike(root, REPLACED).map((name) => removeTree(join(root, name))));
  await removeUpgradeRemains(root);
}

/** Fails silently if a killed agent's npm is still writing to the folder; the next start removes it then. */
export async function removeUpgradeRemains(root: string): Promise<void> {
  await removeTree(join(root, UPGRADE_FOLDER)).catch(() => undefined);
}

/** Digest of a file that every run of a server changes, because Postgres records its shutdown there. */
async function digestOf(root: string): Promise<string> {
  const control = await readFile(join(root, CLUSTER, 'global', 'pg_control')).catch(() => '');
  return createHash('sha256').update(control).digest('hex').slice(0, 16);
}

function namesLike(root: string, begin: string): string[] {
  return existsSync(root) ? readdirSync(root).filter((name) => name.startsWith(begin)) : [];
}
