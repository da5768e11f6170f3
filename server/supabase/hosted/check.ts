import { decodeJwt } from 'jose';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { ask, type Project } from './project.ts';

/** What PostgREST answers when anon calls is_member(): the function is there, and not for them. */
const PERMISSION_DENIED = '42501';
const NO_SUCH_FUNCTION = 'PGRST202';

const settingsSchema = z.object({ external: z.object({}) });
const refusalSchema = z.object({ code: z.string() });

/**
 * Makes sure that the agent can work with the project: it answers, its keys are good and not mixed up, and local-agent's migrations are there.
 * AppError with what to do about the first thing that is wrong.
 */
export async function checkProject(project: Project, secretKey: string | null): Promise<void> {
  refuseSecretAsPublic(project.publishableKey);
  await checkPublishableKey(project);
  await checkMigrations(project);
  if (secretKey !== null) await checkSecretKey(project, secretKey);
}

/** The pages get the public key: whoever loads them could then do anything. */
function refuseSecretAsPublic(key: string): void {
  if (!key.startsWith('sb_secret_') && roleOf(key) !== 'service_role') return;
  throw new AppError(
    'bad_input',
    'The key in --supabase-key is a secret one, and the pages would show it. Give the publishable (or anon) key there, and this one as LOCAL_AGENT_SUPABASE_SECRET_KEY.',
  );
}

function roleOf(key: string): unknown {
  try {
    return decodeJwt(key).role;
  } catch {
    return undefined;
  }
}

async function checkPublishableKey(project: Project): Promise<void> {
  const answer = await ask(project, { path: '/auth/v1/settings' });
  if (answer.status === 401 || answer.status === 403) {
    throw new AppError(
      'bad_input',
      `The Supabase project ${project.url} does not accept the key in --supabase-key. Copy the publishable (or anon) key from the project's settings, "API Keys".`,
    );
  }
  const settings = settingsSchema.safeParse(await answer.json().catch(() => null));
  if (answer.ok && settings.success) return;
  throw new AppError(
    'bad_input',
    `${project.url} answers, but is no Supabase project (status ${answer.status}). --supabase-url looks like https://<project>.supabase.co.`,
  );
}

async function checkMigrations(project: Project): Promise<void> {
  const answer = await ask(project, { path: '/rest/v1/rpc/is_member', method: 'POST' });
  const refusal = refusalSchema.safeParse(await answer.json().catch(() => null));
  if (refusal.success && refusal.data.code === PERMISSION_DENIED) return;
  throw new AppError(
    'unavailable',
    refusal.success && refusal.data.code === NO_SUCH_FUNCTION
      ? `The Supabase project ${project.url} has no tables of local-agent yet. In a checkout of local-agent run "npx supabase link", then "npx supabase db push --include-seed".`
      : `The Supabase project ${project.url} does not refuse strangers as its migrations say (status ${answer.status}). In a checkout of local-agent run "npx supabase db push --include-seed".`,
  );
}

async function checkSecretKey(project: Project, secretKey: string): Promise<void> {
  const answer = await ask(project, { path: '/rest/v1/rpc/is_member', method: 'POST', key: secretKey });
  if (answer.ok && (await answer.json().catch(() => false)) === true) return;
  throw new AppError(
    'bad_input',
    `The Supabase project ${project.url} does not accept the secret key. Copy a secret (or service_role) key from the project's settings, "API Keys", to LOCAL_AGENT_SUPABASE_SECRET_KEY.`,
  );
}
