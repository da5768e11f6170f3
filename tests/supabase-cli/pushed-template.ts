import { rm } from 'node:fs/promises';
import { startHostedProject } from './hosted-project.ts';

/** The environment variable for the cluster of a project to which the Supabase CLI has pushed supabase/. */
export const PUSHED = 'TEST_PUSHED_PROJECT';

/** Pushes before a run, and leaves the cluster for the run's processes to copy. */
export default async function setup() {
  if (process.env[PUSHED]) return;
  const project = await startHostedProject();
  try {
    await project.supabase('db', 'push', '--include-seed');
  } finally {
    await project.stop();
  }
  process.env[PUSHED] = project.cluster;
  return () => rm(project.folder, { recursive: true, force: true });
}
