import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import {
  type NeededApproval,
  NOT_APPROVED,
  SCRIPT_MAX_BYTES,
  type ScriptRun,
  type ScriptRunDetails,
  type ScriptRunRequest,
  type ScriptRunsQuery,
} from '../../../shared/scripts/script-run.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import { createRunRegistry, type RunRegistry } from '../../runs/live-run.ts';
import { recordEnd } from '../../runs/record-end.ts';
import { runQueued } from '../../runs/run-queued.ts';
import { hashOfScript, type ScriptApprovals } from './approvals.ts';
import { createHistory } from './history.ts';
import { type ScriptLimits, STOP_GRACE_MS } from './limits.ts';
import { createLiveScriptRun, type LiveScriptRun, type StopReason } from './live-script-run.ts';
import {
  AGENT_STOPPED,
  ALREADY_OVER,
  CANCELLED,
  EMPTY_SCRIPT,
  NO_HISTORY,
  NO_SUCH_RUN,
  NO_SUCH_SCRIPT,
  NOT_KEPT_YET,
  noSuchAccount,
  noSuchArtifact,
  notApproved,
  queueFull,
  TOO_LONG,
} from './messages.ts';
import { performRun } from './perform-run.ts';
import type { RunFiles } from './run-files.ts';
import type { Runners } from './runners.ts';
import type { SavedCode, ScriptStore } from './store.ts';

/** Finished runs that cannot be stored are kept in memory, up to this many. */
const REMEMBERED = 50;
/** How long a caller that waits for a run also waits for its history to be stored, in milliseconds. */
const HISTORY_PATIENCE_MS = 5_000;
/** Retry-After when the queue is full. */
const RETRY_AFTER_S = 30;
/** How long a script may clean up when the agent stops, in milliseconds. */
const SHUTDOWN_GRACE_MS = 500;

export type ScriptRunsDeps = {
  runners: Runners;
  files: RunFiles;
  sessions: Sessions;
  approvals: ScriptApprovals;
  limits: ScriptLimits;
  owner: string;
  /** With the service key; null in hosted mode without one. */
  store: ScriptStore | null;
  log: FastifyBaseLogger;
};

/**
 * The runs of scripts. `store` has the caller's rights; without one (a hosted project, with neither a member nor the
 * secret key) only this process knows the runs.
 */
export type ScriptRuns = {
  /**
   * Starts or queues a run. AppError bad_input, not_found, too_large, rate_limited, or not_approved for a saved
   * script's text that others may have written.
   */
  start(request: ScriptRunRequest, store: ScriptStore | null): Promise<LiveScriptRun>;
  list(query: ScriptRunsQuery, store: ScriptStore | null): Promise<ScriptRun[]>;
  /** AppError not_found. */
  read(id: string, store: ScriptStore | null): Promise<ScriptRunDetails>;
  /** Stops a run and waits for its end. AppError not_found, or conflict when it was already over. */
  cancel(id: string, store: ScriptStore | null): Promise<ScriptRunDetails>;
  /** Opens a run's saved file; the caller closes it. AppError not_found. */
  artifact(id: string, path: string, store: ScriptStore | null): Promise<{ file: FileHandle; type: string }>;
  /** Stops every run, waits until each is stored, and refuses new ones. Safe to call twice. */
  close(): Promise<void>;
};

export function createScriptRuns(deps: ScriptRunsDeps): ScriptRuns {
  const { runners, files, approvals, limits, owner, store: own, log } = deps;
  const queue = new PQueue({ concurrency: limits.concurrency });
  const runs = createRunRegistry<LiveScriptRun, StopReason>();
  const history = createHistory({ ...deps, isOurs: (runId) => runs.has(runId) });

  /** Nothing is read or started before the clean-up after a killed agent. */
  const ready = (store: ScriptStore | null) => history.ready(store?.history ?? null);
  void ready(own);

  const assertRoom = () => {
    if (queue.pending < limits.concurrency || queue.size < limits.waiting) return;
    throw new AppError('rate_limited', queueFull(limits), { retryAfterSeconds: RETRY_AFTER_S });
  };

  const journalFails = (error: unknown) => log.warn({ err: error }, 'the journal of a run could not be written');

  const fail = (live: LiveScriptRun, error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    log.error({ err: error }, 'a run of a script failed inside the agent');
    live.log.note('error', message);
    live.change({ status: 'error', error: message });
  };

  /** Stores an ended run, with retries while the database is unavailable, and then drops it from memory. */
  const keep = async (details: ScriptRunDetails, store: ScriptStore): Promise<boolean> => {
    const save = () => store.save(details, owner).then(() => true);
    const isKept = await recordEnd(save, { what: 'the end of a script', closing: runs.closing, log });
    if (isKept) runs.remove(details.id);
    return isKept ?? false;
  };

  const run = async (live: LiveScriptRun, store: ScriptStore | null, doWork: () => Promise<void>) => {
    const begun = store?.begin(live.details, owner).catch(() => undefined);
    const journal = store && files.journals.open(live.details.id, journalFails);
    if (journal) live.follow({ run: () => undefined, line: journal.add });
    try {
      await runQueued(queue, live.stopping, doWork);
    } catch (error) {
      if (error !== live.stopReason()) fail(live, error);
    }
    const stopReason = live.stopReason();
    if (stopReason && !isOver(live.details)) {
      live.log.note('agent', stopReason.error);
      live.change(stopReason);
    }
    live.change({ finishedAt: new Date().toISOString() });
    await begun;
    if (store) {
      const keeping = keep(live.details, store).then(async (isKept) => {
        if (isKept) await journal?.remove().catch(journalFails);
        return isKept;
      });
      const isKept = await Promise.race([keeping, delay(HISTORY_PATIENCE_MS, false, { ref: false })]);
      if (!isKept) live.log.note('agent', NOT_KEPT_YET);
    }
    live.end();
    forgetOld(runs);
    if (store && !runs.closing.aborted) history.tidy(store.history);
    if (runs.all().every(({ details }) => isOver(details))) runners.prepare();
  };

  const findLive = (id: string) => runs.get(id.toLowerCase());

  return {
    async start(request, store) {
      await ready(store);
      const { code, name, scriptId, account, saved } = await resolveScript(request, store);
      await assertApproved({ request, code, saved, store }, approvals);
      if (runs.closing.aborted) throw new AppError('unavailable', AGENT_STOPPED);
      assertRoom();
      const live = createLiveScriptRun(
        {
          id: randomUUID(),
          scriptId,
          name,
          accountId: account?.id ?? null,
          status: 'queued',
          startedAt: new Date().toISOString(),
          finishedAt: null,
          error: null,
          artifacts: [],
        },
        limits.logBytes,
      );
      runs.add(live.details.id, live);
      const stopGraceMs = () => (runs.closing.aborted ? SHUTDOWN_GRACE_MS : STOP_GRACE_MS);
      void run(live, store, () => performRun(live, { request, code, account }, { ...deps, stopGraceMs }));
      return live;
    },
    async list(query, store) {
      await ready(store);
      const kept = (await store?.list(query)) ?? [];
      const mine = runs.all().map((live) => withoutLog(live.details));
      const wanted = mine.filter(({ scriptId }) => query.scriptId === undefined || scriptId === query.scriptId);
      const others = kept.filter(({ id }) => !runs.has(id));
      const newestFirst = (one: ScriptRun, other: ScriptRun) => other.startedAt.localeCompare(one.startedAt);
      return [...wanted, ...others].sort(newestFirst).slice(0, query.limit);
    },
    async read(id, store) {
      await ready(store);
      const details = findLive(id)?.details ?? (await store?.read(id));
      if (!details) throw new AppError('not_found', NO_SUCH_RUN);
      return details;
    },
    async cancel(id, store) {
      const live = findLive(id);
      if (!live || live.details.finishedAt !== null) {
        await this.read(id, store);
        throw new AppError('conflict', ALREADY_OVER);
      }
      live.stop({ status: 'cancelled', error: CANCELLED });
      await live.over;
      return live.details;
    },
    async artifact(id, path, store) {
      const { artifacts } = await this.read(id, store);
      const artifact = artifacts.find((known) => known.path === path);
      const file = artifact && (await files.open(id.toLowerCase(), artifact.path));
      if (!artifact || !file) throw new AppError('not_found', noSuchArtifact(path));
      return { file, type: artifact.type };
    },
    async close() {
      await runs.stopAll({ status: 'cancelled', error: AGENT_STOPPED });
      await runners.close();
      await Promise.all([history.settle(), files.settle()]);
    },
  };
}

async function resolveScript(request: ScriptRunRequest, store: ScriptStore | null) {
  if (request.script !== undefined && Buffer.byteLength(request.script) > SCRIPT_MAX_BYTES) {
    throw new AppError('too_large', TOO_LONG);
  }
  if ((request.account !== undefined || request.script === undefined) && !store) {
    throw new AppError('unavailable', NO_HISTORY);
  }
  const saved = request.scriptId ? await store?.script(request.scriptId) : null;
  const code = request.script ?? saved?.code;
  if (code === undefined) throw new AppError('not_found', NO_SUCH_SCRIPT);
  if (code.trim() === '') throw new AppError('bad_input', EMPTY_SCRIPT);
  const account = request.account === undefined ? null : await store?.account(request.account);
  if (request.account !== undefined && !account) throw new AppError('not_found', noSuchAccount(request.account));
  const name = request.name ?? saved?.name ?? '';
  return { code, scriptId: saved?.id ?? null, name, account: account ?? null, saved: saved ?? null };
}

type Wanted = { request: ScriptRunRequest; code: string; saved: SavedCode | null; store: ScriptStore | null };

/**
 * Unsaved code is the caller's own, as are edits of an approved text. Any other text of a saved script requires an
 * approval on this machine. AppError not_approved with what to review.
 */
async function assertApproved(wanted: Wanted, approvals: ScriptApprovals): Promise<void> {
  const { request, code, saved, store } = wanted;
  if (request.scriptId === undefined || (await approvals.has(code))) return;
  if (request.approve === hashOfScript(code)) return approvals.add(code);
  if (saved && saved.code !== code && (await approvals.has(saved.code))) return;
  const changedBy = saved?.changedBy ? ((await store?.memberEmail(saved.changedBy)) ?? null) : null;
  const approval: NeededApproval = {
    sha256: hashOfScript(code),
    name: request.name ?? saved?.name ?? '',
    changedBy,
    changedAt: saved?.updatedAt ?? null,
    script: code,
  };
  throw new AppError(NOT_APPROVED, notApproved(changedBy), { details: { approval } });
}

function isOver({ status }: ScriptRun): boolean {
  return status !== 'queued' && status !== 'running';
}

function withoutLog({ log: _log, ...run }: ScriptRunDetails): ScriptRun {
  return run;
}

function forgetOld(runs: RunRegistry<LiveScriptRun, StopReason>): void {
  const over = runs.all().filter(({ details }) => details.finishedAt !== null);
  for (const { details } of over.slice(0, Math.max(0, over.length - REMEMBERED))) runs.remove(details.id);
}
