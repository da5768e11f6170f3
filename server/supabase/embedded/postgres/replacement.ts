import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../../../files/file-tree.ts';

/** The folder of the cluster, in its root. */
export const CLUSTER = 'postgres';
/** What an upgrade needs for its time. */
export const UPGRADE_FOLDER = 'upgrade';
/**
 * A filled and checked cluster that is to take the place of `postgres`, and the one whose place it took. Both names end
 * with the digest of the cluster to be replaced, as it was when the new one was filled from it.
 */
const CHECKED = 'postgres.checked-';
const REPLACED = 'postgres.replaced-';

/** Does a root have a cluster, or one that is about to take its place? */
export function hasCluster(root: string): boolean {
  return existsSync(join(root, CLUSTER, 'PG_VERSION')) || namesLike(root, CHECKED).length > 0;
}

/**
 * Puts `next`, filled and checked, in the place of the root's cluster; neither may have a server. Three renames, which
 * `finishReplacement` completes at the next start when the process is killed between them. The old cluster is kept
 * until `removeReplaced`.
 */
export async function replaceCluster(root: string, next: string): Promise<void> {
  await rename(next, join(root, `${CHECKED}${await digestOf(root)}`));
  await finishReplacement(root);
}

/** Completes a replacement that was broken off. Drops one whose old cluster was used since, by an older local-agent. */
export async function finishReplacement(root: string): Promise<void> {
  const cluster = join(root, CLUSTER);
  for (const checked of namesLike(root, CHECKED)) {
    const replaced = join(root, checked.replace(CHECKED, REPLACED));
    if (existsSync(cluster)) {
      const isSame = checked === `${CHECKED}${await digestOf(root)}`;
      // Where the old one has moved already, what an older local-agent made in its place is kept aside.
      if (!isSame && !existsSync(replaced)) {
        await removeTree(join(root, checked));
        continue;
      }
      await rename(cluster, isSame ? replaced : `${cluster}.aside-${Date.now()}`);
    }
    await rename(join(root, checked), cluster);
  }
}

/** Removes the cluster that was replaced, and what an upgrade left. Call it when the new one's server has started. */
export async function removeReplaced(root: string): Promise<void> {
  await Promise.all(namesLike(root, REPLACED).map((name) => removeTree(join(root, name))));
  await removeUpgradeRemains(root);
}

/** Where the npm of an agent that was killed still writes, the next start removes it. */
export async function removeUpgradeRemains(root: string): Promise<void> {
  await removeTree(join(root, UPGRADE_FOLDER)).catch(() => undefined);
}

/** Changes with each start of a server: Postgres writes down there when it stopped. */
async function digestOf(root: string): Promise<string> {
  const control = await readFile(join(root, CLUSTER, 'global', 'pg_control')).catch(() => '');
  return createHash('sha256').update(control).digest('hex').slice(0, 16);
}

function namesLike(root: string, begin: string): string[] {
  return existsSync(root) ? readdirSync(root).filter((name) => name.startsWith(begin)) : [];
}
