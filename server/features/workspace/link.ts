import type { Linked, NewLink } from '../../../shared/workspace/link.ts';
import { type Link, readLink, removeLink, writeLink } from '../../config/link.ts';
import { AppError } from '../../errors.ts';
import { askForTokens, sessionIn } from '../../supabase/hosted/agent-session.ts';
import { memberRightsOf } from '../../supabase/hosted/callers.ts';
import { checkNewestMigration, checkProject, isSecretKey } from '../../supabase/hosted/check.ts';
import { ask, IN_FORM, type Project, type SettingNames } from '../../supabase/hosted/project.ts';
import { readSession, removeSession, type StoredSession, writeSession } from '../../supabase/hosted/stored-session.ts';
import { NOT_LINKED, NOT_OWN_PASSWORD, notMember, SECRET_KEY } from './messages.ts';

/**
 * Links a data directory to a Supabase project: checks the key and the migrations, signs in as a member, and stores the
 * session. AppError with the remedy, with nothing changed.
 */
export async function linkDirectory(
  dataDir: string,
  given: NewLink,
  { names = IN_FORM, now = Date.now() }: { names?: SettingNames; now?: number } = {},
): Promise<Linked> {
  if (isSecretKey(given.publishableKey)) throw new AppError('bad_input', SECRET_KEY);
  const url = new URL(given.url).href.replace(/\/+$/, '');
  const { publishableKey } = given;
  const project: Project = { url, publishableKey, names };
  await checkProject(project, null);
  const session = await signIn(project, given, now);
  const earlier = readLink(dataDir);
  // The session first, since a running agent may be waiting for it.
  await writeSession(dataDir, session);
  const link: Link = { url, publishableKey, email: given.email, linkedAt: new Date(now).toISOString() };
  await writeLink(dataDir, link);
  return { url, email: given.email, signedInAgain: earlier?.url === url };
}

async function signIn(project: Project, { email, password }: NewLink, now: number): Promise<StoredSession> {
  const answer = await askForTokens(project, 'password', { email, password });
  const session = answer.ok ? sessionIn(await answer.json().catch(() => null), now) : null;
  if (!session) throw new AppError('bad_input', NOT_OWN_PASSWORD);
  const { accessToken: token } = session;
  const rights = await ask(project, { path: '/rest/v1/rpc/member_rights', method: 'POST', token });
  if ((await memberRightsOf(rights)) === null) {
    await signOut(project, token);
    throw new AppError('forbidden', notMember(email));
  }
  await checkNewestMigration(project, { token });
  return session;
}

/**
 * Ends the session in the project, and removes it with the link: the next start uses the workspace on this machine.
 * Returns the project's address. AppError conflict if the directory is not linked.
 */
export async function unlinkDirectory(dataDir: string): Promise<string> {
  const link = readLink(dataDir);
  if (!link) throw new AppError('conflict', NOT_LINKED);
  const session = await readSession(dataDir).catch(() => null);
  await removeLink(dataDir);
  await removeSession(dataDir);
  if (session) await signOut(link, session.accessToken);
  return link.url;
}

/** If the project does not respond, the session expires on its own. */
async function signOut(project: Project, token: string): Promise<void> {
  await ask(project, { path: '/auth/v1/logout?scope=local', method: 'POST', token }).catch(() => undefined);
}
