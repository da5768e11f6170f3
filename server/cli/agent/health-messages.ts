import type { DeepHealth } from '../../../shared/agent/health.ts';

const MB = 1024 ** 2;
const NAME_WIDTH = 16;

export const NO_HEALTH =
  'The agent did not report its health: it is stuck, or of a different version. Look at `local-agent logs`, then stop and start it.';

/** The agent's health, line by line; missing values are explained by the reasons at the end. */
export function healthInWords(health: DeepHealth): string[] {
  const { database, disk, process: own, jobs, publisher, agents, browser, log, backup, status, reasons } = health;
  const line = (name: string, words: string) => `${name.padEnd(NAME_WIDTH)}${words}`;
  return [
    ...(database ? [line('Database', databaseInWords(database))] : []),
    ...(disk ? [line('Disk', `${inMb(disk.freeBytes)} free`)] : []),
    ...(own ? processInWords(own).map(([name, words]) => line(name, words)) : []),
    ...(jobs ? [line('Jobs', jobsInWords(jobs))] : []),
    ...(publisher ? [line('Publishing', publisherInWords(publisher))] : []),
    ...(agents && agents.known > 1 ? [line('Agents', `${agents.running} of ${agents.known} running`)] : []),
    ...(browser ? [line('Browser', browser.source === null ? 'none' : 'found')] : []),
    ...(log ? [line('Log', log.isWritable ? 'can be written' : 'cannot be written')] : []),
    ...(backup ? [line('Backup', backupInWords(backup))] : []),
    line('Status', status),
    ...reasons.map((reason) => `  ${reason}`),
  ];
}

function databaseInWords({ roundTripMs, connections, isMigrated }: NonNullable<DeepHealth['database']>): string {
  return [
    `answers in ${roundTripMs.toFixed(1)} ms`,
    ...(connections ? [`${connections.used} of ${connections.limit} connections in use`] : []),
    isMigrated ? 'migrations up to date' : 'migrations missing',
  ].join(', ');
}

function processInWords(own: NonNullable<DeepHealth['process']>): [name: string, words: string][] {
  const { uptimeSeconds, rssBytes, heapUsedBytes, eventLoopDelayMs, handles, fileDescriptors } = own;
  const open = Object.values(handles).reduce((sum, count) => sum + count, 0);
  return [
    ['Uptime', `${Math.floor(uptimeSeconds / 3600)} h ${Math.floor((uptimeSeconds % 3600) / 60)} min`],
    ['Memory', `${inMb(rssBytes)}, ${inMb(heapUsedBytes)} of it on the heap`],
    ['Event loop', `${eventLoopDelayMs.p99.toFixed(0)} ms late (p99), ${eventLoopDelayMs.max.toFixed(0)} ms at most`],
    ['Open', `${open} handles${fileDescriptors === null ? '' : `, ${fileDescriptors} file descriptors`}`],
  ];
}

function jobsInWords({ jobs, isWatching, isPaused }: NonNullable<DeepHealth['jobs']>): string {
  const failures = jobs.reduce((sum, job) => sum + job.failures, 0);
  const next = jobs.flatMap(({ nextRun }) => nextRun ?? []).sort()[0];
  const state = isPaused ? 'paused' : isWatching ? 'running automatically' : 'only on request';
  return [state, `${failures} failed runs in 24 hours`, ...(next ? [`next due at ${next}`] : [])].join(', ');
}

function publisherInWords({ isWatching, lookedAt, underWay, leases }: NonNullable<DeepHealth['publisher']>): string {
  return [
    isWatching ? 'on' : 'off',
    ...(lookedAt ? [`last look at ${lookedAt}`] : []),
    `${underWay} under way`,
    `${leases.held} leases held, ${leases.expired} expired`,
  ].join(', ');
}

function backupInWords({ isOn, lastAt }: NonNullable<DeepHealth['backup']>): string {
  if (!isOn) return 'left to your Supabase project';
  return lastAt === null ? 'none yet' : `the last at ${lastAt}`;
}

function inMb(bytes: number): string {
  return `${Math.round(bytes / MB)} MB`;
}
