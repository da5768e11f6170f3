import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** An empty folder for a file's tests, removed after whatever was begun later. Called, and awaited, at its top. */
export async function fileFolder(): Promise<string> {
  const folder = await newFolder();
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** An empty folder for a test, removed once its last hook has run. */
export async function testFolder(): Promise<string> {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-files-'));
  // PostgreSQL runs as another user under root, who has to get in.
  await chmod(folder, 0o711);
  return folder;
}
