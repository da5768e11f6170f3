import { parseUrl } from '../../../shared/web/parse-url.ts';
import { AppError } from '../../errors.ts';
import { GENERATION_FUNCTION } from '../../features/generation/generation.ts';
import { checkMigrations, checkPublishableKey, isSecretKey } from '../../supabase/hosted/check.ts';
import { ask, IN_FORM, type Project } from '../../supabase/hosted/project.ts';
import { packageRoot } from '../../supabase/package-files.ts';
import { note, type Terminal } from '../terminal/terminal.ts';
import { typeLine } from './ask-line.ts';
import { KEY_STEP, NOT_DEPLOYED, newSteps, SECRET_HERE, TO_CHECK } from './link-messages.ts';

/**
 * Guides the user at a terminal through setting up a new Supabase project: shows what to run, and after each step
 * checks what is missing. Returns the project, which is then linked like any other.
 */
export async function leadThroughNew(terminal: Terminal): Promise<Project> {
  for (const line of KEY_STEP) note(terminal, line);
  const project = await askProject(terminal);
  const steps = newSteps(new URL(project.url), packageRoot(), GENERATION_FUNCTION);
  await step(terminal, steps.tables, () => checkMigrations(project));
  await step(terminal, steps.function, () => checkFunction(project));
  for (const line of steps.member) note(terminal, line);
  return project;
}

/** Asks for the address and key until the project accepts the key. */
async function askProject(terminal: Terminal): Promise<Project> {
  return untilDone(terminal, async () => {
    const url = (await typeLine(terminal, 'url', undefined)).replace(/\/+$/, '');
    const publishableKey = await typeLine(terminal, 'key', undefined);
    if (!/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
      throw new AppError('bad_input', `${url || '(nothing)'} is not an address.`);
    if (isSecretKey(publishableKey)) throw new AppError('bad_input', SECRET_HERE);
    const project = { url, publishableKey, names: IN_FORM };
    await checkPublishableKey(project);
    return project;
  });
}

/** Repeats `work` until it succeeds, and shows the message of each AppError. Other errors are rethrown. */
export async function untilDone<T>(terminal: Terminal, work: (isFirst: boolean) => Promise<T>): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work(isFirst);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      note(terminal, error.message);
    }
  }
}

/** Shows what to do, and checks after each Enter until it is done. Shows no instructions for what is done already. */
async function step(terminal: Terminal, words: { done: string; todo: string[] }, look: () => Promise<void>) {
  const problem = () =>
    look().then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError) return error.message;
        throw error;
      },
    );
  let missing = await problem();
  if (missing !== null) for (const line of words.todo) note(terminal, line);
  while (missing !== null) {
    await typeLine(terminal, 'enter', '');
    missing = await problem();
    if (missing !== null) note(terminal, `${missing} ${TO_CHECK}`);
  }
  note(terminal, words.done);
}

/** Supabase responds with 404 if the function is missing; without a session, ours rejects with another status. */
async function checkFunction(project: Project): Promise<void> {
  const answer = await ask(project, { path: `/functions/v1/${GENERATION_FUNCTION}`, method: 'POST' });
  if (answer.status === 404) throw new AppError('unavailable', NOT_DEPLOYED);
}
