import { AppError } from '../../errors.ts';

/** The user's own Supabase project. `url` has no trailing slash. */
export type Project = {
  url: string;
  publishableKey: string;
  /** What error messages call its settings; by default the options of `start`. */
  names?: SettingNames | undefined;
};

/** What error messages call the URL and the publishable key, depending on where the user entered them. */
export type SettingNames = { url: string; key: string | null };
const START: SettingNames = { url: '--supabase-url', key: '--supabase-key' };
/** The command `link <url> --key <key>`. */
export const AT_LINK: SettingNames = { url: 'the address', key: '--key' };
/** A form, or prompts in a terminal. */
export const IN_FORM: SettingNames = { url: 'the address', key: null };
/** A linked data directory. */
export const IN_LINK: SettingNames = { url: 'its address (`local-agent link`)', key: '`local-agent link`' };

export const namesOf = ({ names = START }: Project): SettingNames => names;

/** Timeout of a request, both at the start and when a caller's token is checked. */
const REQUEST_TIMEOUT_MS = 10_000;

export type Question = {
  /** The path below the project's URL, such as `/auth/v1/user`. */
  path: string;
  method?: 'GET' | 'POST';
  /** The API key; the publishable one by default. */
  key?: string;
  /** A user's access token. */
  token?: string;
};

/** AppError unavailable for a project that is unreachable or has a server error: a later retry may succeed. */
export class ProjectAway extends AppError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('unavailable', message, options);
  }
}

/** A fetch that waits for the whole body, so that a truncated answer is an error. */
export async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: answer.headers });
}

/**
 * Turns an error into an answer for supabase-js. Without the Retry-After header, supabase-js would retry a 503 after
 * one, two and four seconds.
 */
export const asAnswer = ({ code, message, status }: AppError): Response =>
  Response.json({ code, message, error: message }, { status, headers: { 'retry-after': '0' } });

/**
 * Sends a small request to the project. ProjectAway with the remedy when it times out or answers with a server error.
 * The caller must check the status of all other answers.
 */
export async function ask(project: Project, question: Question): Promise<Response> {
  const { path, method = 'GET', key = project.publishableKey, token } = question;
  let response: Response;
  try {
    response = await fetchWhole(`${project.url}${path}`, {
      method,
      headers: {
        apikey: key,
        Authorization: `Bearer ${token ?? key}`,
        ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      },
      ...(method === 'POST' && { body: '{}' }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch (error) {
    throw unreachable(project, error);
  }
  if (response.status < 500) return response;
  throw new ProjectAway(
    `The Supabase project ${project.url} answers with an error (status ${response.status}). Look at its dashboard, and try again later.`,
  );
}

export function unreachable(project: Project, cause: unknown): ProjectAway {
  return new ProjectAway(
    `The Supabase project ${project.url} cannot be reached (${reasonOf(cause)}). Check ${namesOf(project).url} and the network; a paused project is resumed in its dashboard.`,
    { cause },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${REQUEST_TIMEOUT_MS / 1000} s`;
  // fetch only says "fetch failed"; the reason is in its cause.
  const { cause } = error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message;
}
