import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../errors.ts';
import { assertRoom, type FreeBytes, writeFailure } from './disk.ts';
import { GGUF_MAGIC, isGguf } from './gguf.ts';
import {
  cut,
  notGguf,
  notThere,
  refused,
  tooLarge,
  unreachable,
  wantsLogin,
  wrongDigest,
  wrongSize,
} from './messages.ts';
import { type AddressDeps, openAddress } from './open-address.ts';

/** Limit for a model file. */
const MODEL_MAX_BYTES = 100_000_000_000;
/** A connection without data for this long counts as broken. */
const STALLED_MS = 30_000;
/** Retry delays after consecutive failures without any data. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000];
/** Limit on broken connections in total, for a server that drops each one after a few bytes. */
const BREAKS_MAX = 200;

/** State of a partial download, stored next to it. The download resumes only if the server still has the same file. */
export type PartState = { address: string; etag: string | null; totalBytes: number | null; sha256: string | null };

export type DownloadOptions = {
  address: string;
  /** The path of the partial download. */
  part: string;
  /** What is known about the file in advance. */
  expected: { bytes: number | null; sha256: string | null };
  /** The state of an earlier download; null when there is none. */
  former: PartState | null;
  keep(state: PartState): Promise<void>;
  freeBytes: FreeBytes;
  signal: AbortSignal;
  onProgress(receivedBytes: number, totalBytes: number | null): void;
  /** Called when the file is complete and its digest is being computed. */
  onCheck(receivedBytes: number, totalBytes: number): void;
  stalledMs?: number;
  /** Waits between two attempts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Opens the partial download; tests make it fail. */
  openPart?: (path: string, flags: string) => Promise<Pick<FileHandle, 'write' | 'sync' | 'close'>>;
} & AddressDeps;

/** A completed file with its computed digest, which matches the expected one if there is one. */
export type Downloaded = { bytes: number; sha256: string };

/** The connection broke; the bytes so far are valid. */
class Broken extends Error {}

/**
 * Downloads a GGUF file to `part`, resuming an earlier download if the server supports it, and checks its size and
 * SHA-256. Broken connections are retried. AppError with the remedy; the partial download is kept unless it is useless.
 * Rejects with the signal's reason on abort.
 */
export async function downloadModel(options: DownloadOptions): Promise<Downloaded> {
  const { part, former, address, signal, pause = (ms, stop) => delay(ms, undefined, { signal: stop }) } = options;
  let state: PartState = former?.address === address ? former : { address, etag: null, totalBytes: null, sha256: null };
  if (former?.address !== address) await rm(part, { force: true });
  for (let failures = 0, breaks = 1; ; breaks += 1) {
    const before = await sizeOf(part);
    try {
      state = await receive(options, state, before);
      return await checked(options, state);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Broken)) throw error;
      failures = (await sizeOf(part)) > before ? 0 : failures + 1;
      const pauseMs = RETRY_PAUSES_MS[failures];
      if (pauseMs === undefined || breaks >= BREAKS_MAX) throw given(error, address, before);
      await pause(pauseMs, signal).catch((thrown: unknown) => {
        signal.throwIfAborted();
        throw thrown;
      });
    }
  }
}

/** Receives the missing bytes. Throws Broken when the connection breaks. */
async function receive(options: DownloadOptions, former: PartState, have: number): Promise<PartState> {
  const { address, part, expected, keep, freeBytes, stalledMs = STALLED_MS } = options;
  if (have > 0 && have === former.totalBytes) return former;
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(new Broken('stalled')), stalledMs);
  const signal = AbortSignal.any([options.signal, stalled.signal]);
  const range = have > 0 ? { range: `bytes=${have}-`, ...(former.etag && { 'if-range': former.etag }) } : {};
  try {
    const { message, sha256 } = await openAddress(address, range, signal, options);
    try {
      // The partial download no longer matches the file.
      if (message.statusCode === 416) await rm(part, { force: true });
      const start = startOf(message, have, address);
      const totalBytes = totalOf(message, start);
      assertExpected(address, totalBytes, expected.bytes);
      const etag = strongEtag(message);
      const state = {
        address,
        etag,
        totalBytes,
        sha256: expected.sha256 ?? sha256 ?? (start > 0 ? former.sha256 : null),
      };
      if (totalBytes !== null) await assertRoom(dirname(part), totalBytes - start, freeBytes);
      await keep(state);
      await write(message, { ...options, start, totalBytes, onBytes: () => void watch.refresh() });
      return state;
    } finally {
      message.destroy();
    }
  } catch (error) {
    options.signal.throwIfAborted();
    throw error instanceof AppError || error instanceof Broken ? error : new Broken('cut', { cause: error });
  } finally {
    clearTimeout(watch);
  }
}

/** The offset of a response's bytes: after the existing ones, or 0 when the server sends the whole file. */
function startOf({ statusCode: status = 500, headers }: IncomingMessage, have: number, address: string): number {
  const { host } = new URL(address);
  if (status === 200) return 0;
  if (status === 206) {
    const from = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]);
    if (from === have) return have;
    throw new AppError('bad_answer', refused(host, status));
  }
  if (status === 401 || status === 403) throw new AppError('unavailable', wantsLogin(host, status));
  if (status === 404 || status === 410) throw new AppError('not_found', notThere(host, status));
  if (status === 416 || status === 408 || status === 429 || status >= 500) throw new Broken(String(status));
  throw new AppError('unavailable', refused(host, status));
}

function totalOf({ statusCode, headers }: IncomingMessage, start: number): number | null {
  const said = statusCode === 206 ? /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length'];
  const bytes = said === undefined ? Number.NaN : Number(said);
  return Number.isSafeInteger(bytes) && bytes >= start ? bytes : null;
}

function strongEtag({ headers: { etag } }: IncomingMessage): string | null {
  return etag && !etag.startsWith('W/') ? etag : null;
}

function assertExpected(address: string, total: number | null, expected: number | null): void {
  const { host } = new URL(address);
  if (total !== null && total > MODEL_MAX_BYTES) throw new AppError('bad_input', tooLarge(host));
  if (total !== null && expected !== null && total !== expected)
    throw new AppError('bad_answer', wrongSize(host, expected, total));
}

type Writing = DownloadOptions & { start: number; totalBytes: number | null; onBytes(): void };

async function write(message: IncomingMessage, options: Writing): Promise<void> {
  const { address, part, start, totalBytes, onBytes, onProgress, openPart = open } = options;
  const folder = dirname(part);
  const failed = (error: unknown) => writeFailure(error, folder) ?? error;
  const limit = totalBytes ?? MODEL_MAX_BYTES;
  const file = await openPart(part, start > 0 ? 'a' : 'w').catch((error: unknown) => Promise.reject(failed(error)));
  let received = start;
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      onBytes();
      if (start === 0 && head.length < GGUF_MAGIC.length) {
        head = Buffer.concat([head, chunk.subarray(0, GGUF_MAGIC.length)]);
        if (head.length >= GGUF_MAGIC.length && !isGguf(head)) throw new AppError('bad_input', notGguf(address));
      }
      if (received + chunk.length > limit) throw new AppError('bad_answer', tooLarge(new URL(address).host));
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done).catch((error: unknown) => Promise.reject(failed(error)));
        done += bytesWritten;
      }
      received += chunk.length;
      onProgress(received, totalBytes);
    }
    await file.sync();
  } catch (error) {
    // The file is useless, so a later download must start over.
    if (error instanceof AppError && error.code.startsWith('bad_')) await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  if (totalBytes !== null && received < totalBytes) throw new Broken('cut');
}

/** Verifies the file on disk, because that copy will be used. */
async function checked(options: DownloadOptions, state: PartState): Promise<Downloaded> {
  const { address, part, expected, signal, onCheck } = options;
  const bytes = await sizeOf(part);
  const wanted = expected.sha256 ?? state.sha256;
  const hash = createHash('sha256');
  let done = 0;
  onCheck(0, bytes);
  for await (const chunk of createReadStream(part, { highWaterMark: 1024 * 1024, signal }) as AsyncIterable<Buffer>) {
    if (done === 0 && !isGguf(chunk)) {
      await rm(part, { force: true });
      throw new AppError('bad_input', notGguf(address));
    }
    hash.update(chunk);
    done += chunk.length;
    onCheck(done, bytes);
  }
  const sha256 = hash.digest('hex');
  if (bytes > 0 && (wanted === null || wanted === sha256)) return { bytes, sha256 };
  await rm(part, { force: true });
  throw new AppError('bad_answer', wanted === null ? notGguf(address) : wrongDigest(wanted, sha256));
}

/** The final error: nothing was received, or the connection broke too often. */
function given(error: Broken, address: string, have: number): AppError {
  const { host } = new URL(address);
  const status = Number(error.message);
  if (status >= 400) return new AppError('unavailable', refused(host, status), { cause: error });
  return new AppError('unavailable', have > 0 ? cut(host) : unreachable(host), { cause: error });
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? found.size : 0;
}
