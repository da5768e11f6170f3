import { systemProcesses } from './system-processes.ts';

/**
 * Kills a part of the browser that uses a profile below `folder` (Linux): `browser` is all of it, `renderer` the
 * processes that draw its pages, as if a page had crashed. Resolves to the number of killed processes.
 */
export async function killChrome(folder: string, part: 'browser' | 'renderer'): Promise<number> {
  const all = await systemProcesses();
  const browsers = all.filter(({ command }) => command.includes(folder) && !command.includes('--type='));
  const ids = new Set(browsers.map(({ pid }) => pid));
  // Children and grandchildren, because a zygote forks the renderers.
  for (let depth = 0; depth < 2; depth += 1) {
    for (const { pid, parent } of all) if (ids.has(parent)) ids.add(pid);
  }
  const chosen =
    part === 'browser'
      ? browsers
      : all.filter(({ pid, command }) => ids.has(pid) && command.includes('--type=renderer'));
  for (const { pid } of chosen) process.kill(pid, 'SIGKILL');
  return chosen.length;
}

/**
 * Stops (SIGSTOP) every process of the browser that uses a profile below `folder`, as soon as there is one: it exists,
 * but no longer responds. Chrome has its own process group.
 */
export async function freezeChrome(folder: string): Promise<void> {
  for (;;) {
    const all = await systemProcesses();
    const browsers = all.filter(({ command }) => command.includes(folder) && !command.includes('--type='));
    if (browsers.filter(({ pid }) => freezeGroup(pid)).length > 0) return;
  }
}

/** False for a browser that has just been forked and has no process group yet. */
function freezeGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 'SIGSTOP');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
