import { Console } from 'node:console';
import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { inspect } from 'node:util';
import type { ScriptLogKind } from '../../../../shared/scripts/script-run.ts';
import { type LogLimits, MESSAGES_FD, type RunnerMessage, toLine } from './protocol.ts';

/** How a returned value is shown, unless it is text. */
const INSPECTION = { depth: 4, breakLength: 100, maxStringLength: 10_000 };
/** Longest text about how the run ended; that has a place however full the log is. */
const END_MAX_CHARS = 16_384;

export type Output = {
  /** Adds one entry to the run's log. */
  line(kind: ScriptLogKind, text: string): void;
  /** A value as people read it. */
  show(value: unknown): string;
  /** Says how the run ended; only the first time counts. */
  end(message: Extract<RunnerMessage, { end: string }>): void;
  hasEnded(): boolean;
};

/**
 * The run's log, written to the agent at once and in order: a blocking write, so that nothing is lost when the script
 * ends the process, crashes or never comes back. What goes beyond `limits` is dropped here, so that a flood reaches
 * nobody; the agent, which counts too, says so.
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
      // One byte more than may be kept, by which the agent sees that there was more.
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

/**
 * Makes console and the standard streams of this process part of the log, which holds no entry of more than `maxChars`.
 */
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

/** Each write is an entry, however many lines it has; what does not end with a line break waits for the rest. */
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
    // Nobody reads any more. Throwing here would keep the process from ending, and with it its browsers.
    if (code === 'EPIPE') return bytes.length - from;
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return 0;
  }
}
