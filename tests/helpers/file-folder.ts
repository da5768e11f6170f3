import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** An empty folder for a file's tests, removed after whatever was begun later. Called, and awaited, at its top. */
export async function fileFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-files-'));
  // PostgreSQL runs as another user under root, who has to get in.
  await chmod(folder, 0o711);
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
