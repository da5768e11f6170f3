import type { Logger } from 'pino';
import type { FilmAnswer, FilmOrder } from '../../../shared/video/making.ts';
import type { CardDrawer } from '../../generation/cards/draw-card.ts';
import type { SourceReading } from '../../generation/post.ts';
import { SOURCE_TIMEOUT_MS, siteOf } from '../../generation/sources/fetch-page.ts';
import { SOURCE_REASONS } from '../../generation/sources/messages.ts';
import type { LinkPicture, LinkReader, LinkReading } from '../../generation/sources/read-link.ts';
import type { SourceReader } from '../../generation/sources/read-source.ts';
import type { ReportData } from '../../report/report.ts';
import { builtProgram } from '../../supabase/package-files.ts';
import { isOutOfMemory, openWorkerPool, type WorkerTask } from '../../system/worker-pool.ts';

/** One request to a worker. */
export type WorkerRequest =
  | { read: string }
  | { link: string }
  | { picture: string }
  | { draw: Parameters<CardDrawer> }
  | { film: FilmOrder }
  | { report: ReportData };
export type WorkerReport =
  | { step: 'fetched' }
  | { step: 'read'; reading: SourceReading }
  | { step: 'link'; reading: LinkReading }
  | { step: 'picture'; reading: LinkPicture }
  | { step: 'drawn'; png: Uint8Array }
  | { step: 'film'; answer: FilmAnswer }
  | { step: 'report'; pdf: Uint8Array };

/** Limits of the workers and their requests. */
const LIMITS = {
  /**
   * For the worker's start, which is slow on a busy machine, and the download, which has its own limit
   * (SOURCE_TIMEOUT_MS) and error messages.
   */
  fetchMs: SOURCE_TIMEOUT_MS + 50_000,
  /** For parsing the downloaded document. */
  readMs: 10_000,
  /** For the worker's start, and drawing a card, laying out a video's scenes or typesetting a report. */
  drawMs: 60_000,
  memoryMb: 256,
  /** Maximum workers; further sources and cards wait. */
  atOnce: 2,
  /** How long an idle worker is kept. */
  idleMs: 30_000,
};

export type GenerationWorkers = {
  read: SourceReader;
  links: LinkReader;
  draw: CardDrawer;
  film(order: FilmOrder, signal: AbortSignal): Promise<FilmAnswer>;
  report(data: ReportData): Promise<Uint8Array>;
  /** Terminates all workers and their tasks. */
  close(): Promise<void>;
};

/**
 * Reads sources and draws cards, films and reports in worker threads. A hostile document can keep its reader busy or
 * fill its memory; its worker is then terminated, and the reading gives the reason. Drawing on the main thread would
 * block the agent's requests. Workers are started on demand and terminated when idle.
 */
export function openGenerationWorkers(
  log: Pick<Logger, 'error'>,
  overrides: Partial<typeof LIMITS> = {},
): GenerationWorkers {
  const limits = { ...LIMITS, ...overrides };
  const pool = openWorkerPool<WorkerRequest, WorkerReport>(builtProgram('generation-worker'), limits, log);
  return {
    read: (url, signal) =>
      pool.ask(
        fetchTask<SourceReading>({ read: url }, url, limits, signal, {
          answerOf: (report) => (report.step === 'read' ? report.reading : null),
          failed: (reason) => ({ ok: false, url, reason }),
        }),
      ),
    links: {
      page: (url, signal) =>
        pool.ask(
          fetchTask<LinkReading>({ link: url }, url, limits, signal, {
            answerOf: (report) => (report.step === 'link' ? report.reading : null),
            failed: (reason) => ({ ok: false, reason }),
          }),
        ),
      picture: (url, signal) =>
        pool.ask(
          fetchTask<LinkPicture>({ picture: url }, url, limits, signal, {
            answerOf: (report) => (report.step === 'picture' ? report.reading : null),
            failed: (reason) => ({ ok: false, reason }),
          }),
        ),
    },
    draw: (...draw) =>
      pool.ask(drawTask({ draw }, limits, NOT_DRAWN, (report) => (report.step === 'drawn' ? report.png : null))),
    film: (film, signal) =>
      pool.ask({
        ...drawTask({ film }, limits, NOT_FILMED, (report) => (report.step === 'film' ? report.answer : null)),
        signal,
      }),
    report: (report) =>
      pool.ask(drawTask({ report }, limits, NOT_SET, (told) => (told.step === 'report' ? told.pdf : null))),
    close: pool.close,
  };
}

type Task<T> = WorkerTask<WorkerRequest, WorkerReport, T>;

function fetchTask<T>(
  request: WorkerRequest,
  url: string,
  limits: typeof LIMITS,
  signal: AbortSignal,
  { answerOf, failed }: { answerOf(report: WorkerReport): T | null; failed(reason: string): T },
): Task<T> {
  const site = siteOf(url);
  return {
    request,
    signal,
    closed: () => failed(SOURCE_REASONS.unreadable(site)),
    listen({ resolve, giveUp }) {
      const fail = (reason: string) => resolve({ answer: failed(reason), isUsable: false });
      const inTime = (reason: string, ms: number) => giveUp(() => fail(reason), ms);
      inTime(SOURCE_REASONS.timedOut(site, Math.round(limits.fetchMs / 1000)), limits.fetchMs);
      return {
        report(report) {
          if (report.step === 'fetched')
            return inTime(SOURCE_REASONS.tooSlow(site, Math.round(limits.readMs / 1000)), limits.readMs);
          const answer = answerOf(report);
          if (answer !== null) resolve({ answer, isUsable: true });
        },
        ended(error) {
          fail(isOutOfMemory(error) ? SOURCE_REASONS.tooLarge(site) : SOURCE_REASONS.unreadable(site));
        },
      };
    },
  };
}

const NOT_DRAWN = 'The card could not be drawn.';
const NOT_SET = 'The report could not be set.';
const NOT_FILMED = 'The scenes of the video could not be set.';

function drawTask<T>(
  request: WorkerRequest,
  limits: typeof LIMITS,
  failure: string,
  answerOf: (report: WorkerReport) => T | null,
): Task<T> {
  return {
    request,
    closed() {
      throw new Error(failure);
    },
    listen({ resolve, reject, giveUp }) {
      giveUp(() => reject(new Error(`${failure} It took more than ${limits.drawMs / 1000} s.`)), limits.drawMs);
      return {
        report(report) {
          const answer = answerOf(report);
          if (answer !== null) resolve({ answer, isUsable: true });
        },
        ended: (cause) => reject(new Error(failure, { cause })),
      };
    },
  };
}
