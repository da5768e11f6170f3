import { AppError } from '../../errors.ts';

/** The user's own Supabase project. `url` has no trailing slash. */
export type Project = {
  url: string;
  publishableKey: string;
  /** As the options of `start`, unless it was named elsewhere. */
  names?: SettingNames | undefined;
};

/** What the address and the publishable key are called where they were entered. */
export type SettingNames = { url: string; key: string | null };
const START: SettingNames = { url: '--supabase-url', key: '--supabase-key' };
/** The command `link <url> --key <key>`. */
export const AT_LINK: SettingNames = { url: 'the address', key: '--key' };
/** A form, and questions at a terminal. */
export const IN_FORM: SettingNames = { url: 'the address', key: null };
/** A data directory that is linked. */
export const IN_LINK: SettingNames = { url: 'its address (`local-agent link`)', key: '`local-agent link`' };

export const namesOf = ({ names = START }: Project): SettingNames => names;

/** How long one answer may take, at the start and when a caller's token is checked. */
const REQUEST_TIMEOUT_MS = 10_000;

export type Question = {
  /** Below the project's URL, such as `/auth/v1/user`. */
  path: string;
  method?: 'GET' | 'POST';
  /** The API key; the publishable one by default. */
  key?: string;
  /** A user's access token. */
  token?: string;
};

/** AppError unavailable of a project that does not answer, or has a fault: asked again later, it may answer. */
export class ProjectAway extends AppError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('unavailable', message, options);
  }
}

/** fetch that waits for the whole body: an answer that is cut on the way is none. */
export async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: answer.headers });
}

/**
 * An error as supabase-js understands it, in the place of the project's answer. Without the header it would repeat a
 * request that is answered with 503 after one, two and four seconds.
 */
export const asAnswer = ({ code, message, status }: AppError): Response =>
  Response.json({ code, message, error: message }, { status, headers: { 'retry-after': '0' } });

/**
 * Asks the project something small. ProjectAway with the remedy when it does not answer in time, or that something is
 * wrong on its side; every other answer is the caller's to judge.
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

/** The error for a project that does not answer. */
export function unreachable(project: Project, cause: unknown): ProjectAway {
  return new ProjectAway(
    `The Supabase project ${project.url} cannot be reached (${reasonOf(cause)}). Check ${namesOf(project).url} and the network; a paused project is resumed in its dashboard.`,
    { cause },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${REQUEST_TIMEOUT_MS / 1000} s`;
  // fetch says "fetch failed" and keeps the reason one deeper.
  const { cause } = error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message;
}
