import { z } from 'zod';
import { LOG_LEVELS, type LogLevel } from '../../../shared/agent/logs.ts';

/** Criteria for log lines; a line must meet all of them. */
export type LogFilter = {
  /** This level and more severe ones. */
  level?: LogLevel | undefined;
  /** Text that occurs anywhere in the line, ignoring case. */
  text?: string | undefined;
  /** Milliseconds since the epoch. */
  since?: number | undefined;
};

export type LogLine = {
  at: number;
  level: LogLevel;
  message: string;
  fields: { [name: string]: unknown };
  raw: string;
};

const lineSchema = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });
/** Fields that are the same in every line, shown elsewhere, or of no interest to users. */
const UNSHOWN = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'reqId']);
/** pino's number for `fatal`; each lower level is 10 less. */
const FATAL = 60;

/** Parses a line of the log; null when invalid, such as one truncated by a crash. */
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
