import { z } from 'zod';
import { LOG_LEVELS } from '../../shared/agent/logs.ts';
import { aiProviderSchema } from '../../shared/ai/ai.ts';
import { platformApiSettingsSchema } from '../../shared/publishing/platform-apis.ts';

/** A boolean, or a word from an environment variable: true, 1, yes, on, false, 0, no, off. */
const flag = z.union([z.boolean(), z.stringbool()], 'expected true or false');
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(',').map((item) => item.trim()))]);
const webUrl = z.url({ protocol: /^https?$/, error: 'expected a URL that begins with http:// or https://' });
/** A whole number, or the text of one from an environment variable. */
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
/** An object, or its JSON text from an environment variable. */
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
 * All settings. Each is also a key of config.json; SETTING_WORDS describes it, and settingSources names its flag and
 * variable. Null means unset. Trailing slashes of URLs are removed.
 */
export const settingsSchema = z.strictObject({
  port: port.pipe(z.number().int(PORT_ERROR).min(0, PORT_ERROR).max(65_535, PORT_ERROR)),
  host: z.string().min(1, 'expected a host name or address'),
  allowRemote: flag,
  allowRemoteScripts: flag,
  open: flag,
  dataDir: z.string().min(1, 'expected a directory'),
  json: flag,
  logLevel: z.enum(LOG_LEVELS, 'expected silent, fatal, error, warn, info, debug or trace'),
  supabaseUrl: webUrl.transform((url) => new URL(url).href.replace(/\/+$/, '')).nullable(),
  supabaseKey: z.string().min(1, 'expected a key').nullable(),
  supabaseSecretKey: z.string().min(1, 'expected a key').nullable(),
  databaseUrl: z.url({ protocol: /^postgres(ql)?$/, error: 'expected a URL that begins with postgres://' }).nullable(),
  allowedOrigins: list.pipe(z.array(webUrl.transform((url) => new URL(url).origin))),
  scriptTimeout: wholeNumber(1, 3600),
  scriptConcurrency: wholeNumber(1, 32),
  scriptQueue: wholeNumber(0, 1000),
  scriptMemory: wholeNumber(64, 16_384),
  scriptLog: wholeNumber(1, 16_384),
  scriptSpare: wholeNumber(0, 3600),
  scriptHistoryRuns: wholeNumber(1, 10_000),
  scriptHistoryDays: wholeNumber(0, 3650),
  scriptHistoryFiles: wholeNumber(256, 1_000_000),
  instagramUrl: webUrl.transform((url) => url.replace(/\/+$/, '')),
  platformApis,
  publicMediaUrl: webUrl.transform((url) => url.replace(/\/+$/, '')).nullable(),
  aiProvider: aiProviderSchema.nullable(),
  aiModel: z.string().min(1).nullable(),
  aiPictureModel: z.string().min(1).nullable(),
  aiKey: z.string().min(1).nullable(),
  aiBaseUrl: webUrl.transform((url) => url.replace(/\/+$/, '')).nullable(),
  aiModelsMirror: webUrl.transform((url) => url.replace(/\/+$/, '')).nullable(),
  aiMonthlyCap: dollars.nullable(),
});

export type SettingName = keyof typeof settingsSchema.shape;

/** Descriptions of the settings, for docs/reference/configuration.md and the options' help texts. */
export const SETTING_WORDS: Readonly<Record<SettingName, string>> = {
  port: 'port to listen on; 0 picks a free one',
  host: 'address to listen on',
  allowRemote: 'let other machines reach the agent, together with --host',
  allowRemoteScripts: 'run scripts even if other machines can reach the agent',
  open: 'open the browser after starting, if there is a screen',
  dataDir: 'where the workspace lives',
  json: 'print JSON for programs',
  logLevel: 'how much is logged; the log goes to stderr',
  supabaseUrl: 'use your own Supabase project instead of the one on this machine',
  supabaseKey: "that project's public (publishable or anon) key",
  supabaseSecretKey: "that project's secret (or service role) key, for jobs and commands without a sign-in",
  databaseUrl: 'use this PostgreSQL (15 or later) instead of the embedded one',
  allowedOrigins: 'web pages of these other origins may use the agent',
  scriptTimeout: 'seconds that a script may run, unless the run sets another limit',
  scriptConcurrency: 'scripts that run at once',
  scriptQueue: 'scripts that may wait for their turn',
  scriptMemory: 'megabytes of memory that a script may use',
  scriptLog: "kilobytes of a script's log that are kept",
  scriptSpare: 'seconds that a process with a browser waits for the next script; 0 for none',
  scriptHistoryRuns: 'finished runs of scripts that are kept regardless of age',
  scriptHistoryDays: 'days for which all other runs of scripts are kept',
  scriptHistoryFiles: 'megabytes that the files of all runs may take; the oldest are deleted first',
  instagramUrl: 'the address of Instagram; only tests change it',
  platformApis: "versions and addresses of the platforms' APIs, if they have changed",
  publicMediaUrl: "where the Media Library's files are public under their names, for Instagram to fetch pictures from",
  aiProvider: 'the provider of the model that writes the posts; overrides the choice in Settings',
  aiModel: 'the model that writes the posts',
  aiPictureModel: "the same provider's model that makes the pictures; without one they are drawn",
  aiKey: "the provider's key",
  aiBaseUrl: "the address of the provider's API",
  aiModelsMirror: 'where models for this machine are downloaded from instead of huggingface.co, with the same paths',
  aiMonthlyCap: 'US dollars that models may cost in a month',
};

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
