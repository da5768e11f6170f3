import { mkdir, rename, rm } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LocalInstall, LocalInstallRequest, LocalInstallStep } from '../../../../shared/ai/local-ai.ts';
import { AppError } from '../../../errors.ts';
import { writePrivateFile } from '../../../files/private-file.ts';
import { createLiveRun, type LiveRun } from '../../../runs/live-run.ts';
import { writeFailure } from './disk.ts';
import { type DownloadOptions, downloadModel } from './download.ts';
import { type EngineInstallOptions, installEngine } from './install-engine.ts';
import {
  type Installation,
  type localAiPlaces,
  type ModelRecord,
  readPart,
  readPending,
  readRecord,
} from './installation.ts';
import { AGENT_STOPPED, NOTHING_RUNNING, RUNNING } from './messages.ts';
import type { ListedModel } from './models.ts';
import { type InstallPlan, type PlanDeps, planInstall } from './plan.ts';

/** Minimum interval of progress reports to followers. */
const PROGRESS_MS = 250;

type Stop = 'cancelled' | 'agent_stopped';

/** An installation in this process; its followers are called on each change. */
export type LiveInstall = LiveRun<() => void, Stop> & { readonly install: LocalInstall };

export type InstallsDeps = {
  dataDir: string;
  places: ReturnType<typeof localAiPlaces>;
  installation: Installation;
  listed: readonly ListedModel[];
  mirror: string | null;
  memoryBytes: number;
  /** Makes the installed model the writer, unless another provider was chosen; returns whether it is. */
  choose(model: string): Promise<boolean>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  engine: Pick<EngineInstallOptions, 'machine' | 'env' | 'freeBytes' | 'npm'>;
  /** Replacements for tests. */
  download: Pick<DownloadOptions, 'freeBytes' | 'pause' | 'openPart' | 'stalledMs' | 'resolve'>;
};

/** The installations of this agent, one at a time. */
export type Installs = ReturnType<typeof createInstalls>;

export function createInstalls(deps: InstallsDeps) {
  const { places } = deps;
  let live: LiveInstall | null = null;
  let last: LocalInstall | null = null;
  let isClosed = false;

  const planDeps: PlanDeps = {
    listed: deps.listed,
    mirror: deps.mirror,
    memoryBytes: deps.memoryBytes,
    recordOf(id) {
      const part = readPart(places.partRecord(id));
      return readRecord(places.record(id)) ?? (part && { ...part, source: part.address });
    },
  };

  const begin = (plan: InstallPlan, request: LocalInstallRequest): LiveInstall => {
    const control = createLiveRun<() => void, Stop>();
    let install: LocalInstall = {
      state: 'running',
      model: plan.id,
      step: 'engine',
      receivedBytes: 0,
      totalBytes: null,
    };
    let toldAt = 0;
    const tell = (now: LocalInstall) => {
      const isSameStep = now.state === 'running' && install.state === 'running' && now.step === install.step;
      install = now;
      if (isSameStep && Date.now() - toldAt < PROGRESS_MS) return;
      toldAt = Date.now();
      control.notify((follower) => follower());
    };
    const started: LiveInstall = {
      ...control,
      get install() {
        return install;
      },
    };
    const progress = (step: LocalInstallStep) => (receivedBytes: number, totalBytes: number | null) =>
      tell({ state: 'running', model: plan.id, step, receivedBytes, totalBytes });
    const end = async () => {
      try {
        await writePrivateFile(places.pending, JSON.stringify(request));
        await bring(plan, { signal: control.stopping, progress }, deps);
        const isChosen = await deps.choose(plan.id);
        tell({ state: 'done', model: plan.id, isChosen });
      } catch (error) {
        tell(endOf(plan.id, error, control.stopReason()));
        if (install.state === 'failed' && install.code === 'internal')
          deps.log.warn({ err: error }, 'a model could not be installed');
      }
      if (control.stopReason() !== 'agent_stopped') await rm(places.pending, { force: true }).catch(() => undefined);
      last = install;
      live = null;
      control.notify((follower) => follower());
      control.end();
    };
    void end();
    return started;
  };

  const start = async (request: LocalInstallRequest): Promise<LiveInstall> => {
    const plan = await planInstall(request, planDeps);
    if (isClosed) throw new AppError('unavailable', AGENT_STOPPED);
    if (live?.install.model === plan.id) return live;
    if (live) throw new AppError('conflict', RUNNING);
    live = begin(plan, request);
    return live;
  };

  return {
    /**
     * Starts an installation, or joins a running one of the same model. AppError conflict while another one runs,
     * not_found, bad_input, unavailable.
     */
    start,
    /** The running one, or null. */
    live: () => live,
    /** The running one, or else the last one since the agent started. */
    current: (): LocalInstall | null => live?.install ?? last,
    /**
     * Stops the running one and waits for its end; the partial download is kept. AppError not_found when there is none.
     */
    async cancel(): Promise<LocalInstall> {
      if (!live) throw new AppError('not_found', NOTHING_RUNNING);
      const stopped = live;
      stopped.stop('cancelled');
      await stopped.over;
      return stopped.install;
    },
    /** Resumes an installation that an earlier run of the agent left unfinished. Never rejects. */
    async resume(): Promise<void> {
      const request = readPending(places.pending);
      if (!request || live) return;
      await start(request).catch(async (error: unknown) => {
        deps.log.warn({ err: error }, 'an installation cannot be continued');
        await rm(places.pending, { force: true }).catch(() => undefined);
      });
    },
    /** Interrupts the running one, which resumes when the agent starts again, and rejects new ones. */
    async close(): Promise<void> {
      isClosed = true;
      live?.stop('agent_stopped');
      await live?.over;
    },
  };
}

type InstallStepsOptions = {
  signal: AbortSignal;
  progress(step: LocalInstallStep): (receivedBytes: number, totalBytes: number | null) => void;
};

/** Installs the missing parts of a plan: the small engine first, then the model. */
async function bring(plan: InstallPlan, { signal, progress }: InstallStepsOptions, deps: InstallsDeps): Promise<void> {
  const { dataDir, places, installation } = deps;
  if (!installation.enginePackage()) {
    const onCheck = () => progress('engine-check')(0, null);
    await installEngine({ ...deps.engine, dataDir, signal, onCheck, onProgress: progress('engine') });
  }
  await mkdir(places.models, { recursive: true, mode: 0o700 });
  const keep = (record: ModelRecord) =>
    writePrivateFile(places.record(plan.id), `${JSON.stringify(record, null, 2)}\n`);
  if (plan.kind === 'own') {
    const { title, path, bytes, modifiedMs } = plan;
    await keep({ title, source: path, sha256: null, path, bytes, modifiedMs });
    return;
  }
  if (installation.modelFile(plan.id)) return;
  const { title, address, expected } = plan;
  const part = places.part(plan.id);
  const partRecord = places.partRecord(plan.id);
  const downloaded = await downloadModel({
    ...deps.download,
    address,
    part,
    expected,
    former: readPart(partRecord),
    keep: (state) => writePrivateFile(partRecord, JSON.stringify({ ...state, title })),
    signal,
    onProgress: progress('model'),
    onCheck: progress('model-check'),
  }).catch((error: unknown) => Promise.reject(writeFailure(error, places.models) ?? error));
  signal.throwIfAborted();
  // The record first: without the file, it does not count as installed.
  await keep({ title, source: address, path: null, modifiedMs: null, ...downloaded });
  await rename(part, places.file(plan.id));
  await rm(partRecord, { force: true });
}

function endOf(model: string, error: unknown, stop: Stop | undefined): LocalInstall {
  if (stop === 'cancelled') return { state: 'cancelled', model };
  if (stop === 'agent_stopped') return { state: 'failed', model, error: AGENT_STOPPED, code: 'unavailable' };
  if (error instanceof AppError) return { state: 'failed', model, error: error.message, code: error.code };
  const reason = error instanceof Error ? error.message : String(error);
  return { state: 'failed', model, error: `The installation failed: ${reason}`, code: 'internal' };
}
