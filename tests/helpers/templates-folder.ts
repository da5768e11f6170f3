import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable that names the folder in which a run's processes keep the databases that they copy. */
export const TEMPLATES = 'TEST_DATABASE_TEMPLATES';

/** Makes that folder before a run, and removes it after. Others may pass through: Postgres' own user has to. */
export default async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-test-templates-'));
  await chmod(folder, 0o711);
  process.env[TEMPLATES] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
