import { z } from 'zod';
import { aiProviderSchema } from '../../shared/agent/ai.ts';
import { LOG_LEVELS } from '../../shared/agent/logs.ts';
import { platformApiSettingsSchema } from '../../shared/publishing/platform-apis.ts';

/** Environment variables are words: true, 1, yes, on, false, 0, no, off. */
const flag = z.union([z.boolean(), z.stringbool()], 'expected true or false');
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(',').map((item) => item.trim()))]);
const webUrl = z.url({ protocol: /^https?$/, error: 'expected a URL that begins with http:// or https://' });
/** A whole number, also as the text of an environment variable. */
const wholeNumber = (min: number, max: number) => {
  const error = `expected a whole number from ${min} to ${max}`;
  const number = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)], error);
  return number.pipe(z.number().int(error).min(min, error).max(max, error));
};
const DOLLARS_ERROR = 'expected US dollars, such as 5';
const dollars = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d+(\.\d+)?$/)
        .transform(Number),
    ],
    DOLLARS_ERROR,
  )
  .pipe(z.number(DOLLARS_ERROR).min(0, DOLLARS_ERROR));
const PORT_ERROR = 'expected a port from 0 to 65535';
const port = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)], PORT_ERROR);

const PLATFORM_APIS_ERROR = 'expected JSON such as {"linkedin":{"version":"202607"}}';
/** An object, also as the JSON text of an environment variable. */
const platformApis = z.unknown().transform((value, context) => {
  const { success, data } = platformApiSettingsSchema.safeParse(typeof value === 'string' ? fromJson(value) : value);
  if (success) return data;
  context.addIssue(PLATFORM_APIS_ERROR);
  return z.NEVER;
});

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Everything that can be set. Each setting is also a key of config.json; settingSources names its flag and variable.
 */
export const settingsSchema = z.strictObject({
  /** TCP port; 0 takes any free one. */
  port: port.pipe(z.number().int(PORT_ERROR).min(0, PORT_ERROR).max(65_535, PORT_ERROR)),
  host: z.string().min(1, 'expected a host name or address'),
  /** Consent to listen beyond this machine; needed besides `host`. */
  allowRemote: flag,
  /** Run scripts also while other machines reach the agent. */
  allowRemoteScripts: flag,
  /** Open the browser after the start. */
  open: flag,
  /** Absolute path of the workspace's directory. */
  dataDir: z.string().min(1, 'expected a directory'),
  /** Print JSON for programs instead of text for people. */
  json: flag,
  logLevel: z.enum(LOG_LEVELS, 'expected silent, fatal, error, warn, info, debug or trace'),
  /**
   * The user's own Supabase project, in small letters and without a trailing slash; null means the embedded backend.
   */
  supabaseUrl: webUrl.transform((url) => new URL(url).href.replace(/\/+$/, '')).nullable(),
  /** The project's public (publishable or anon) key. */
  supabaseKey: z.string().min(1, 'expected a key').nullable(),
  /** The project's secret (or service role) key, for background work. */
  supabaseSecretKey: z.string().min(1, 'expected a key').nullable(),
  /** A PostgreSQL 15+ to use instead of the embedded one. */
  databaseUrl: z.url({ protocol: /^postgres(ql)?$/, error: 'expected a URL that begins with postgres://' }).nullable(),
  /** Web origins besides our own whose pages may call the agent. */
  allowedOrigins: list.pipe(z.array(webUrl.transform((url) => new URL(url).origin))),
  /** Seconds that a script may run which asks for no other time. */
  scriptTimeout: wholeNumber(1, 3600),
  /** Scripts that run at once, and that may wait for their turn. */
  scriptConcurrency: wholeNumber(1, 32),
  scriptQueue: wholeNumber(0, 1000),
  /** Megabytes of heap that a script may use. */
  scriptMemory: wholeNumber(64, 16_384),
  /** Kilobytes of text that a script's log may have. */
  scriptLog: wholeNumber(1, 16_384),
  /** Seconds that a process with a browser waits for the next script, so that it starts at once; 0 holds none ready. */
  scriptSpare: wholeNumber(0, 3600),
  /** Finished runs of scripts that stay in the history: as many at least, and all others for so many days. */
  scriptHistoryRuns: wholeNumber(1, 10_000),
  scriptHistoryDays: wholeNumber(0, 3650),
  /** Megabytes that all runs together may have saved; the files of the oldest go first. */
  scriptHistoryFiles: wholeNumber(256, 1_000_000),
  /** Where Instagram is, without a trailing slash; another address is for tests. */
  instagramUrl: webUrl.transform((url) => url.replace(/\/+$/, '')),
  /** What differs from PLATFORM_APIS: versions that the vendors have moved on from, other addresses for tests. */
  platformApis,
  /** Where the files of the Media Library are public under their names, for platforms that fetch them; null: nowhere. */
  publicMediaUrl: webUrl.transform((url) => url.replace(/\/+$/, '')).nullable(),
  /**
   * The model that writes the posts. With a provider here, what Settings and `local-agent config` chose is not asked.
   */
  aiProvider: aiProviderSchema.nullable(),
  aiModel: z.string().min(1).nullable(),
  /** Of the same provider; null draws cards. */
  aiPictureModel: z.string().min(1).nullable(),
  aiKey: z.string().min(1).nullable(),
  aiBaseUrl: webUrl.transform((url) => url.replace(/\/+$/, '')).nullable(),
  /** Where models for this machine are downloaded from instead of Hugging Face, with the same paths below. */
  aiModelsMirror: webUrl.transform((url) => url.replace(/\/+$/, '')).nullable(),
  /** US dollars that models may cost in a month. */
  aiMonthlyCap: dollars.nullable(),
});

export type SettingName = keyof typeof settingsSchema.shape;

export const settingSources: { [name in SettingName]: { flag?: string; variable: string } } = {
  port: { flag: '--port', variable: 'LOCAL_AGENT_PORT' },
  host: { flag: '--host', variable: 'LOCAL_AGENT_HOST' },
  allowRemote: { flag: '--allow-remote', variable: 'LOCAL_AGENT_ALLOW_REMOTE' },
  allowRemoteScripts: { flag: '--allow-remote-scripts', variable: 'LOCAL_AGENT_ALLOW_REMOTE_SCRIPTS' },
  open: { flag: '--no-open', variable: 'LOCAL_AGENT_OPEN' },
  dataDir: { flag: '--data-dir', variable: 'LOCAL_AGENT_DATA_DIR' },
  json: { flag: '--json', variable: 'LOCAL_AGENT_JSON' },
  logLevel: { flag: '--log-level', variable: 'LOCAL_AGENT_LOG_LEVEL' },
  supabaseUrl: { flag: '--supabase-url', variable: 'LOCAL_AGENT_SUPABASE_URL' },
  supabaseKey: { flag: '--supabase-key', variable: 'LOCAL_AGENT_SUPABASE_KEY' },
  supabaseSecretKey: { flag: '--supabase-secret-key', variable: 'LOCAL_AGENT_SUPABASE_SECRET_KEY' },
  databaseUrl: { variable: 'LOCAL_AGENT_DATABASE_URL' },
  allowedOrigins: { flag: '--allow-origin', variable: 'LOCAL_AGENT_ALLOWED_ORIGINS' },
  scriptTimeout: { variable: 'LOCAL_AGENT_SCRIPT_TIMEOUT' },
  scriptConcurrency: { variable: 'LOCAL_AGENT_SCRIPT_CONCURRENCY' },
  scriptQueue: { variable: 'LOCAL_AGENT_SCRIPT_QUEUE' },
  scriptMemory: { variable: 'LOCAL_AGENT_SCRIPT_MEMORY' },
  scriptLog: { variable: 'LOCAL_AGENT_SCRIPT_LOG' },
  scriptSpare: { variable: 'LOCAL_AGENT_SCRIPT_SPARE' },
  scriptHistoryRuns: { variable: 'LOCAL_AGENT_SCRIPT_HISTORY_RUNS' },
  scriptHistoryDays: { variable: 'LOCAL_AGENT_SCRIPT_HISTORY_DAYS' },
  scriptHistoryFiles: { variable: 'LOCAL_AGENT_SCRIPT_HISTORY_FILES' },
  instagramUrl: { variable: 'LOCAL_AGENT_INSTAGRAM_URL' },
  platformApis: { variable: 'LOCAL_AGENT_PLATFORM_APIS' },
  publicMediaUrl: { variable: 'LOCAL_AGENT_PUBLIC_MEDIA_URL' },
  aiProvider: { variable: 'LOCAL_AGENT_AI_PROVIDER' },
  aiModel: { variable: 'LOCAL_AGENT_AI_MODEL' },
  aiPictureModel: { variable: 'LOCAL_AGENT_AI_PICTURE_MODEL' },
  aiKey: { variable: 'LOCAL_AGENT_AI_KEY' },
  aiBaseUrl: { variable: 'LOCAL_AGENT_AI_BASE_URL' },
  aiModelsMirror: { variable: 'LOCAL_AGENT_AI_MODELS_MIRROR' },
  aiMonthlyCap: { variable: 'LOCAL_AGENT_AI_MONTHLY_CAP' },
};
