import { decodeJwt } from 'jose';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { readMigrations } from '../migrate.ts';
import { ask, IN_FORM, namesOf, type Project } from './project.ts';

/** What PostgREST answers when anon calls one of our functions, which exists but is not for anon. */
const PERMISSION_DENIED = '42501';
const NO_SUCH_FUNCTION = 'PGRST202';

const NO_SECRET_KEY =
  'The project does not accept this as its secret key. Copy a secret (or service_role) key from its settings, "API Keys".';

const settingsSchema = z.object({ external: z.object({}) });
const refusalSchema = z.object({ code: z.string() });
const versionSchema = z.string().regex(/^\d{14}$/);

/**
 * Makes sure that the agent can work with the project: it answers, its keys are good and not mixed up, and
 * local-agent's migrations are there. AppError with what to do about the first thing that is wrong.
 */
export async function checkProject(project: Project, secretKey: string | null): Promise<void> {
  refuseSecretAsPublic(project);
  await checkPublishableKey(project);
  await checkSchema(project, secretKey);
}

/** Makes sure that local-agent's migrations are there: with the secret key all of them. AppError with what to do. */
export async function checkSchema(project: Project, secretKey: string | null): Promise<void> {
  await checkMigrations(project);
  if (secretKey === null) return;
  await checkSecretKey(project, secretKey);
  await checkNewestMigration(project, { key: secretKey });
}

/** The pages contain this key: with the secret one, anyone who loads them could do anything. */
function refuseSecretAsPublic(project: Project): void {
  if (!isSecretKey(project.publishableKey)) return;
  const { key } = namesOf(project);
  throw new AppError(
    'bad_input',
    `${key === null ? 'This' : `The key in ${key}`} is a secret one, and the pages would show it. Give the publishable (or anon) key there, and this one as LOCAL_AGENT_SUPABASE_SECRET_KEY.`,
  );
}

/** Whether a key outranks every member: a secret one, or the older service_role. */
export function isSecretKey(key: string): boolean {
  return key.startsWith('sb_secret_') || roleOf(key) === 'service_role';
}

function roleOf(key: string): unknown {
  try {
    return decodeJwt(key).role;
  } catch {
    return undefined;
  }
}

/** AppError with what to do where the project does not answer, or does not accept the key. */
export async function checkPublishableKey(project: Project): Promise<void> {
  const answer = await ask(project, { path: '/auth/v1/settings' });
  const { url, key } = namesOf(project);
  if (answer.status === 401 || answer.status === 403) {
    throw new AppError(
      'bad_input',
      `The Supabase project ${project.url} does not accept the publishable key${key === null ? '' : ` (${key})`}. Copy it, or the anon key, from the project's settings, "API Keys".`,
    );
  }
  const settings = settingsSchema.safeParse(await answer.json().catch(() => null));
  if (answer.ok && settings.success) return;
  throw new AppError(
    'bad_input',
    `${project.url} answers, but is not a Supabase project (status ${answer.status}). ${url.charAt(0).toUpperCase()}${url.slice(1)} looks like https://<project>.supabase.co.`,
  );
}

/**
 * The answer to anon is enough to see that the migrations have run; which is the newest only the secret key may
 * ask.
 */
export async function checkMigrations(project: Project): Promise<void> {
  const member = await refusalOf(project, 'is_member');
  const version = await refusalOf(project, 'schema_version');
  if (member.code === PERMISSION_DENIED && version.code === PERMISSION_DENIED) return;
  if (member.code === NO_SUCH_FUNCTION) {
    throw new AppError(
      'unavailable',
      `The Supabase project ${project.url} has no tables of local-agent yet. In a checkout of local-agent run "npx supabase link", then "npx supabase db push --include-seed".`,
    );
  }
  throw new AppError(
    'unavailable',
    version.code === NO_SUCH_FUNCTION
      ? `The tables in the Supabase project ${project.url} were made by a development version before 0.1, and cannot be used any more. Use another project, or reset this one if you need nothing in it: in a checkout of local-agent run "npx supabase db reset --linked".`
      : `The Supabase project ${project.url} does not restrict access as its migrations require (status ${member.status}). In a checkout of local-agent run "npx supabase db push --include-seed".`,
  );
}

async function refusalOf(project: Project, name: string): Promise<{ status: number; code: string | null }> {
  const answer = await ask(project, { path: `/rest/v1/rpc/${name}`, method: 'POST' });
  const refusal = refusalSchema.safeParse(await answer.json().catch(() => null));
  return { status: answer.status, code: refusal.success ? refusal.data.code : null };
}

/** Asks with the secret key or a member's token. AppError where the project is older or newer than this program. */
export async function checkNewestMigration(project: Project, who: { key: string } | { token: string }): Promise<void> {
  const answer = await ask(project, { path: '/rest/v1/rpc/schema_version', method: 'POST', ...who });
  const applied = versionSchema.safeParse(await answer.json().catch(() => null));
  const needed = (await readMigrations()).at(-1)?.version ?? '';
  if (applied.success && applied.data === needed) return;
  throw new AppError(
    'unavailable',
    applied.success && applied.data > needed
      ? `The Supabase project ${project.url} was used by a newer local-agent (it has migration ${applied.data}). Update local-agent.`
      : `The Supabase project ${project.url} lacks the migration ${needed}. In a checkout of local-agent run "npx supabase db push --include-seed".`,
  );
}

/** Makes sure that a secret key opens the project, and that it has every migration. AppError with what to do. */
export async function checkForMove(url: string, secretKey: string): Promise<void> {
  if (!isSecretKey(secretKey)) throw new AppError('bad_input', NO_SECRET_KEY);
  const project = { url, publishableKey: secretKey, names: IN_FORM };
  const answer = await ask(project, { path: '/rest/v1/rpc/schema_version', method: 'POST', key: secretKey });
  if (answer.status === 401 || answer.status === 403) throw new AppError('bad_input', NO_SECRET_KEY);
  await checkNewestMigration(project, { key: secretKey });
}

async function checkSecretKey(project: Project, secretKey: string): Promise<void> {
  const answer = await ask(project, { path: '/rest/v1/rpc/is_member', method: 'POST', key: secretKey });
  if (answer.ok && (await answer.json().catch(() => false)) === true) return;
  throw new AppError(
    'bad_input',
    `The Supabase project ${project.url} does not accept the secret key. Copy a secret (or service_role) key from the project's settings, "API Keys", to LOCAL_AGENT_SUPABASE_SECRET_KEY.`,
  );
}
