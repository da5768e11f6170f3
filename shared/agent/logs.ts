import { z } from 'zod';

/** From most to least important. `silent` writes nothing. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export const logLevelSchema = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof logLevelSchema>;

export const logStateSchema = z.object({ level: logLevelSchema });
