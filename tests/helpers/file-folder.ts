import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/**
 * An empty folder for a file's tests, removed after everything started later has been cleaned up. Call and await it at
 * the top of the file.
 */
export async function fileFolder(): Promise<string> {
  const folder = await newFolder();
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** An empty folder for a test, removed after the test's last hook. */
export async function testFolder(): Promise<string> {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-files-'));
  // As root, PostgreSQL runs as another user, who needs access.
  await chmod(folder, 0o711);
  return folder;
}
