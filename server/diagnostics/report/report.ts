import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobList } from '../../../shared/agent/jobs.ts';
import type { AgentConfig } from '../../config/config.ts';
import { listFiles } from '../../files/file-tree.ts';
import type { Check } from '../doctor/check.ts';
import { LOG_FOLDER } from '../log/log-file.ts';
import { readLog } from '../log/read-log.ts';
import { secretHider } from './known-secrets.ts';

const LOG_LINES_MAX = 2000;
const LINE_MAX_CHARS = 4000;
const FILES_COUNTED_MAX = 20_000;
/** Settings without personal data or secrets, reported with their values. For the others, only whether they are set. */
const TOLD_SETTINGS = [
  ...['port', 'host', 'allowRemote', 'open', 'logLevel', 'allowedOrigins', 'aiProvider', 'aiModel', 'aiPictureModel'],
  ...['scriptTimeout', 'scriptConcurrency', 'scriptQueue', 'scriptMemory', 'scriptLog', 'scriptSpare'],
  ...['scriptHistoryRuns', 'scriptHistoryDays', 'scriptHistoryFiles', 'aiMonthlyCap'],
] as const satisfies readonly (keyof AgentConfig)[];

export type ReportParts = {
  config: AgentConfig;
  env: { readonly [name: string]: string | undefined };
  checks: readonly Check[];
  /** Null if no agent is running. */
  jobs: JobList | null;
  now: Date;
};

/**
 * Builds a support report as readable JSON: the checks, settings, file counts and sizes of the data directory, the
 * jobs, and the end of the log. Leaves out posts, accounts and secrets.
 */
export async function writeReport({ config, env, checks, jobs, now }: ReportParts): Promise<string> {
  const hide = await secretHider(config, env);
  const log = await readLog(join(config.dataDir, LOG_FOLDER), { last: LOG_LINES_MAX });
  const report = {
    about: 'A report of local-agent. Read it before you send it to anyone.',
    at: now.toISOString(),
    version: config.version,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    checks,
    settings: settingsOf(config),
    dataDirectory: await contentsOf(config.dataDir),
    jobs,
    log: log.map(({ raw }) => raw.slice(0, LINE_MAX_CHARS)),
  };
  return `${JSON.stringify(report, (_name, value) => (typeof value === 'string' ? hide(value) : value), 2)}\n`;
}

function settingsOf(config: AgentConfig): { [name: string]: unknown } {
  const told: readonly string[] = TOLD_SETTINGS;
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (told.includes(name)) return [name, value];
      return [name, value === null || value === undefined ? 'not set' : 'set'];
    }),
  );
}

/** Number and total size of the files in each folder of a data directory. Not their names, which may be personal. */
async function contentsOf(dataDir: string): Promise<{ [entry: string]: object | string }> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const contents: { [entry: string]: object | string } = {};
  for (const entry of entries) {
    if (!entry.isDirectory()) {
      contents[entry.name] = entry.isFile() ? 'file' : 'neither file nor folder';
      continue;
    }
    const { files, isWhole } = await listFiles(join(dataDir, entry.name), FILES_COUNTED_MAX);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    contents[`${entry.name}/`] = { files: files.length, bytes, ...(!isWhole && { more: true }) };
  }
  return contents;
}
