import { z } from 'zod';

/** From most to least important. `silent` writes nothing. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export const logLevelSchema = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof logLevelSchema>;

/** GET the agent's log level; PUT changes it until the agent ends. Both answer `logStateSchema`. */
export const LOG_LEVEL_PATH = '/api/log-level';
export const logStateSchema = z.object({ level: logLevelSchema });
