import type { FastifyBaseLogger } from 'fastify';
import type { ScriptRunRequest } from '../../../shared/script-run.ts';
import { type FoundBrowser, findBrowser } from '../../browser/find-browser.ts';
import { readSession } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import { LOG_LINES_MAX, type ScriptLimits } from './limits.ts';
import type { LiveRun } from './live-run.ts';
import { withoutSandbox } from './messages.ts';
import type { RunFiles, RunFolders } from './run-files.ts';
import type { ProcessOptions } from './run-process.ts';
import type { ScriptAccount } from './store.ts';

export type RunJobsDeps = {
  files: RunFiles;
  limits: ScriptLimits;
  dataDir: string;
  /** The built runner/main.ts. */
  runner: string;
  /** What the scripts' processes may know of the agent's environment. */
  env: Record<string, string | undefined>;
  hasScreen: boolean;
  isRoot: boolean;
  log: FastifyBaseLogger;
};

type Wish = { live: LiveRun; request: ScriptRunRequest; code: string; account: ScriptAccount | null };

/** Puts together what the process of a run is given. */
export type RunJobs = { prepare(wish: Wish): Promise<{ options: ProcessOptions; folders: RunFolders }> };

export function createRunJobs(deps: RunJobsDeps): RunJobs {
  const { files, limits, dataDir, runner, env, hasScreen, isRoot, log } = deps;
  const sandbox = !(isRoot && process.platform === 'linux');
  let finding: Promise<FoundBrowser> | undefined;

  /** Looked for once; again as long as there is none, because people install one then. */
  const find = async (): Promise<FoundBrowser | AppError> => {
    finding ??= findBrowser(env).then((browser) => {
      log.info({ browser: browser.executablePath, source: browser.source }, 'the browser for scripts');
      if (!sandbox) log.warn(withoutSandbox);
      return browser;
    });
    try {
      return await finding;
    } catch (error) {
      finding = undefined;
      if (error instanceof AppError) return error;
      throw error;
    }
  };

  return {
    async prepare({ live, request, code, account }) {
      const browser = await find();
      const isFound = !(browser instanceof AppError);
      const folders = await files.open(live.details.id);
      const { scratch, artifacts } = folders;
      return {
        folders,
        options: {
          runner,
          heapMb: limits.heapMb,
          env: { ...env, ...(isFound && browser.env), TMPDIR: scratch, TMP: scratch, TEMP: scratch },
          onLine: live.log.add,
          job: {
            code,
            scratch,
            artifacts,
            packages: files.packages,
            account: account && { ...account, cookies: await readSession(dataDir, account.id) },
            log: { bytes: limits.logBytes, lines: LOG_LINES_MAX },
            browser: {
              ...(isFound
                ? { executablePath: browser.executablePath, shell: browser.shell }
                : { executablePath: '', shell: false }),
              missing: isFound ? null : browser.message,
              hasScreen,
              headful: request.headful ?? false,
              sandbox,
              profiles: scratch,
            },
          },
        },
      };
    },
  };
}
