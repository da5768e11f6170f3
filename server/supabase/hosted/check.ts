import { decodeJwt } from 'jose';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { readMigrations } from '../migrate.ts';
import { ask, IN_FORM, namesOf, type Project } from './project.ts';

/** PostgREST's code when anon calls one of our functions that exists but is not granted to anon. */
const PERMISSION_DENIED = '42501';
const NO_SUCH_FUNCTION = 'PGRST202';

const NO_SECRET_KEY =
  'The project does not accept this as its secret key. Copy a secret (or service_role) key from its settings, "API Keys".';

const settingsSchema = z.object({ external: z.object({}) });
const refusalSchema = z.object({ code: z.string() });
const versionSchema = z.string().regex(/^\d{14}$/);

/**
 * Checks that the agent can work with the project: it answers, its keys are valid and not mixed up, and local-agent's
 * migrations are applied. AppError with the remedy for the first problem.
 */
export async function checkProject(project: Project, secretKey: string | null): Promise<void> {
  refuseSecretAsPublic(project);
  await checkPublishableKey(project);
  await checkSchema(project, secretKey);
}

/** Checks that local-agent's migrations are applied; with the secret key, all of them. AppError with the remedy. */
export async function checkSchema(project: Project, secretKey: string | null): Promise<void> {
  await checkMigrations(project);
  if (secretKey === null) return;
  await checkSecretKey(project, secretKey);
  await checkNewestMigration(project, { key: secretKey });
}

/** The publishable key is part of the pages: if it were a secret key, anyone who loads them could do anything. */
function refuseSecretAsPublic(project: Project): void {
  if (!isSecretKey(project.publishableKey)) return;
  const { key } = namesOf(project);
  throw new AppError(
    'bad_input',
    `${key === null ? 'This' : `The key in ${key}`} is a secret one, and the pages would show it. Give the publishable (or anon) key there, and this one as LOCAL_AGENT_SUPABASE_SECRET_KEY.`,
  );
}

/** Whether a key has more rights than any member: a secret key, or the older service_role key. */
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

/** AppError with the remedy when the project does not answer, or does not accept the key. */
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
 * Checks with anon's rights only that migrations have run; the newest one can be read only with the secret key or as a
 * member. AppError with the remedy.
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

/** Checks as `who` that the project is neither older nor newer than this version. AppError with the remedy. */
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

/** Checks that the project accepts the secret key, and has every migration. AppError with the remedy. */
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
