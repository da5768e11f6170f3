import type { Command } from 'commander';
import { newLinkSchema } from '../../../shared/workspace/link.ts';
import { findHolder } from '../../data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../data-directory/data-directory.ts';
import { AppError } from '../../errors.ts';
import { linkDirectory, unlinkDirectory } from '../../features/workspace/link.ts';
import { NAMED_FOR_RUN, OWN_DATABASE } from '../../features/workspace/messages.ts';
import { AT_LINK, IN_FORM } from '../../supabase/hosted/project.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { orInterrupted } from '../terminal/interruption.ts';
import { askSecret } from '../terminal/password.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { typeLine } from './ask-line.ts';
import { EMPTY_PASSWORD, INTRODUCTION, linked, missing, NO_PASSWORD, unlinked } from './link-messages.ts';
import { leadThroughNew, untilDone } from './new-project.ts';

type LinkOptions = { new?: true; key?: string; email?: string; passwordStdin?: true };

/**
 * `link [url]` makes the data directory use the user's own Supabase project from the next start on, signed in as a
 * member; `unlink` reverts to the local workspace. Only the session is stored: no password, and never a secret key.
 */
export function addLinkCommands(program: Command, terminal: Terminal): void {
  const link = program.command('link [url]').description('use your own Supabase project from the next start on');
  withWorkspaceOptions(link)
    .option('--new', 'guide you through a new project: what to run, with a check after each step')
    .option('--key <key>', "the project's publishable (or anon) key")
    .option('--email <address>', 'a member of its workspace')
    .option('--password-stdin', 'read the password from standard input')
    .action(async (url: string | undefined, options: LinkOptions, command: Command) => {
      const { dataDir, databaseUrl, supabaseUrl, json, link: earlier } = configOf(command);
      if (databaseUrl) throw new AppError('bad_input', OWN_DATABASE);
      if (supabaseUrl && !earlier) throw new AppError('bad_input', NAMED_FOR_RUN);
      await prepareDataDirectory(dataDir);
      const made = options.new && (await leadThroughNew(terminal));
      const isFirst = !made && url === undefined && options.key === undefined;
      if (isFirst && terminal.stdin.isTTY) for (const line of INTRODUCTION) note(terminal, line);
      const project = {
        url: made?.url ?? url ?? (await typeLine(terminal, 'url', earlier?.url)),
        publishableKey:
          made?.publishableKey ?? options.key ?? (await typeLine(terminal, 'key', earlier?.publishableKey)),
      };
      const signIn = async (email: string | undefined, before: string | undefined) => {
        const typed = {
          ...project,
          email: email ?? (await typeLine(terminal, 'email', before)),
          password: await askSecret(terminal, {
            fromStdin: options.passwordStdin,
            question: 'Password: ',
            notTyped: NO_PASSWORD,
            empty: EMPTY_PASSWORD,
          }),
        };
        const { data, error } = newLinkSchema.safeParse(typed);
        if (!data) throw new AppError('bad_input', missing(error.issues[0]));
        return orInterrupted(terminal.ending, linkDirectory(dataDir, data, { names: made ? IN_FORM : AT_LINK }));
      };
      const isLed = made && !options.passwordStdin;
      const done = await (isLed
        ? untilDone(terminal, (isFirst) => signIn(isFirst ? options.email : undefined, options.email))
        : signIn(options.email, earlier?.email));
      const isRunning = (await findHolder(dataDir)) !== null;
      if (json) printJson(terminal, { ...done, isRunning });
      else for (const line of linked(done, isRunning)) print(terminal, line);
    });

  withWorkspaceOptions(
    program.command('unlink').description('go back to the workspace on this machine from the next start on'),
  ).action(async (_options: object, command: Command) => {
    const { dataDir, json } = configOf(command);
    const url = await unlinkDirectory(dataDir);
    const isRunning = (await findHolder(dataDir)) !== null;
    if (json) printJson(terminal, { url, isRunning });
    else for (const line of unlinked(url, isRunning)) print(terminal, line);
  });
}
