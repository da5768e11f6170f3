import { z } from 'zod';
import { LOG_LEVELS, type LogLevel } from '../../../shared/agent/logs.ts';

/** What is asked for of a log; each part leaves lines out. */
export type LogFilter = {
  /** This level and what is more important. */
  level?: LogLevel | undefined;
  /** Anywhere in the line, in capitals or not. */
  text?: string | undefined;
  /** Milliseconds since 1970. */
  since?: number | undefined;
};

/** One line of the log. `raw` is its JSON. */
export type LogLine = {
  at: number;
  level: LogLevel;
  message: string;
  fields: { [name: string]: unknown };
  raw: string;
};

const lineSchema = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });
/** The same in every line, or of no use to people. */
const UNSHOWN = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'reqId']);
/** pino's number of `fatal`; each level below has 10 less. */
const FATAL = 60;

/** A line of the log, or null for what is none, such as one that a crash has cut. */
export function readLogLine(raw: string): LogLine | null {
  const { data } = lineSchema.safeParse(parsed(raw));
  if (!data) return null;
  const fields = Object.fromEntries(Object.entries(data).filter(([name]) => !UNSHOWN.has(name)));
  return { at: data.time, level: levelOf(data.level), message: data.msg, fields, raw };
}

export function passes({ at, level, raw }: LogLine, filter: LogFilter): boolean {
  const { since = Number.NEGATIVE_INFINITY, text = '', level: least = 'trace' } = filter;
  return (
    at >= since &&
    LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(least) &&
    raw.toLowerCase().includes(text.toLowerCase())
  );
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

function levelOf(value: number): LogLevel {
  const steps = Math.min(5, Math.max(0, Math.round((FATAL - value) / 10)));
  return LOG_LEVELS[steps + 1] ?? 'info';
}
