import { Console } from 'node:console';
import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { inspect } from 'node:util';
import type { ScriptLogKind } from '../../../../shared/scripts/script-run.ts';
import { type LogLimits, MESSAGES_FD, type RunnerMessage, toLine } from './protocol.ts';

/** Formatting of returned values other than text. */
const INSPECTION = { depth: 4, breakLength: 100, maxStringLength: 10_000 };
/** Limit of the final message, which is kept even in a full log. */
const END_MAX_CHARS = 16_384;

export type Output = {
  /** Adds an entry to the run's log. */
  line(kind: ScriptLogKind, text: string): void;
  /** Formats a value as readable text. */
  show(value: unknown): string;
  /** Reports how the run ended; only the first call counts. */
  end(message: Extract<RunnerMessage, { end: string }>): void;
  hasEnded(): boolean;
};

/**
 * The run's log, written to the agent synchronously and in order, so that nothing is lost when the script exits,
 * crashes or hangs. Output beyond `limits` is dropped here; the agent counts too and reports it.
 */
export function createOutput(limits: LogLimits): Output {
  let bytes = 0;
  let lines = 0;
  let ended = false;
  return {
    line(kind, text) {
      if (ended) return;
      if (kind === 'error') return send({ kind, text: text.slice(0, END_MAX_CHARS) });
      if (bytes > limits.bytes || lines > limits.lines) return;
      bytes += Buffer.byteLength(text) + 1;
      lines += 1;
      // One byte over the limit tells the agent that there was more.
      send({ kind, text: text.length > limits.bytes ? text.slice(0, limits.bytes + 1) : text });
    },
    show: (value) => (typeof value === 'string' ? value : inspect(value, INSPECTION)),
    end(message) {
      if (!ended) send('error' in message ? { ...message, error: message.error.slice(0, END_MAX_CHARS) } : message);
      ended = true;
    },
    hasEnded: () => ended,
  };
}

/** Redirects console and the standard streams of this process to the log, with entries of at most `maxChars`. */
export function captureConsole(output: Output, maxChars: number): void {
  const stdout = intoLog(output, 'script', maxChars);
  const stderr = intoLog(output, 'warning', maxChars);
  globalThis.console = new Console({ stdout, stderr, colorMode: false });
  for (const [stream, target] of [
    [process.stdout, stdout],
    [process.stderr, stderr],
  ] as const) {
    stream.write = target.write.bind(target) as typeof stream.write;
  }
}

/** Each write is an entry, even with several lines; text without a final line break waits for the rest. */
function intoLog(output: Output, kind: ScriptLogKind, maxChars: number): Writable {
  const decoder = new StringDecoder('utf8');
  let unfinished = '';
  const flush = () => {
    if (unfinished) output.line(kind, unfinished);
    unfinished = '';
  };
  process.once('exit', flush);
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      unfinished += typeof chunk === 'string' ? chunk : decoder.write(chunk);
      if (unfinished.length > maxChars) flush();
      else if (unfinished.endsWith('\n')) {
        unfinished = unfinished.slice(0, -1);
        if (unfinished) flush();
        else output.line(kind, '');
      }
      done();
    },
  });
}

function send(message: RunnerMessage): void {
  const bytes = Buffer.from(toLine(message));
  for (let written = 0; written < bytes.length; ) written += writeSome(bytes, written);
}

function writeSome(bytes: Buffer, from: number): number {
  try {
    return writeSync(MESSAGES_FD, bytes, from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The reader is gone. Throwing here would keep the process and its browsers from ending.
    if (code === 'EPIPE') return bytes.length - from;
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return 0;
  }
}
