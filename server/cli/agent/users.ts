import { Argument, type Command } from 'commander';
import {
  type Credentials,
  type MemberRole,
  memberRoleSchema,
  type NewPassword,
  type UserRights,
} from '../../../shared/agent/agent-api.ts';
import { userApi } from '../../../shared/api/people.ts';
import { call } from '../../agent-client/api.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { NO_USERS, userRights } from '../messages.ts';
import { localTime } from '../terminal/local-time.ts';
import { askPassword } from '../terminal/password.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { withApi } from './workspace.ts';

const PASSWORD_STDIN = ['--password-stdin', 'read the password from standard input'] as const;

type PasswordOptions = { passwordStdin?: boolean };

/** `users add | list | trust | set-role | set-password | remove`: who may sign in to this machine's workspace. */
export function addUsersCommand(program: Command, terminal: Terminal): void {
  const users = program.command('users').description('manage who may sign in');

  withWorkspaceOptions(users.command('add <email>').description('add an account'))
    .option(...PASSWORD_STDIN)
    .action(async (email: string, options: PasswordOptions, command: Command) => {
      const config = configOf(command);
      const body: Credentials = { email, password: await askPassword(terminal, options) };
      const user = await withApi('users add', config, terminal, async (api) => call(api, userApi.addUser, { body }));
      if (config.json) printJson(terminal, user);
      else print(terminal, `Added ${user.email}.`);
    });

  withWorkspaceOptions(users.command('list').description('list the accounts')).action(
    async (_options: object, command: Command) => {
      const config = configOf(command);
      const list = await withApi('users list', config, terminal, async (api) => call(api, userApi.listUsers));
      if (config.json) return printJson(terminal, list);
      if (list.length === 0) return note(terminal, NO_USERS);
      const rows = list.map((user) => [
        user.email,
        user.role ?? '-',
        user.mayRunCode ? 'yes' : 'no',
        localTime(user.createdAt),
        localTime(user.lastSignInAt),
      ]);
      printTable(terminal, ['EMAIL', 'ROLE', 'RUNS SCRIPTS', 'ADDED', 'LAST SIGN-IN'], rows);
    },
  );

  addRights(users, terminal);

  withWorkspaceOptions(users.command('set-password <email>').description('give an account a new password'))
    .option(...PASSWORD_STDIN)
    .action(async (email: string, options: PasswordOptions, command: Command) => {
      const config = configOf(command);
      const body: NewPassword = { password: await askPassword(terminal, options) };
      await withApi('users set-password', config, terminal, (api) =>
        call(api, userApi.setPassword, { params: { email }, body }),
      );
      if (config.json) printJson(terminal, { email });
      else print(terminal, `Changed the password of ${email}.`);
    });

  withWorkspaceOptions(users.command('remove <email>').description('remove an account; its posts stay')).action(
    async (email: string, _options: object, command: Command) => {
      const config = configOf(command);
      await withApi('users remove', config, terminal, (api) => call(api, userApi.removeUser, { params: { email } }));
      if (config.json) printJson(terminal, { email });
      else print(terminal, `Removed ${email}.`);
    },
  );
}

function addRights(users: Command, terminal: Terminal): void {
  const change = async (email: string, body: UserRights, command: Command) => {
    const config = configOf(command);
    const user = await withApi(`users ${command.name()}`, config, terminal, (api) =>
      call(api, userApi.setUserRights, { params: { email }, body }),
    );
    if (config.json) printJson(terminal, user);
    else print(terminal, userRights(user.email, user.role, user.mayRunCode));
  };

  withWorkspaceOptions(users.command('trust <email>').description('let a member run scripts on this machine'))
    .option('--off', 'no longer')
    .action((email: string, { off = false }: { off?: boolean }, command: Command) =>
      change(email, { mayRunCode: !off }, command),
    );

  withWorkspaceOptions(
    users
      .command('set-role <email>')
      .description('make a member an owner, or an owner a member')
      .addArgument(new Argument('<role>').choices(memberRoleSchema.options)),
  ).action((email: string, role: MemberRole, _options: object, command: Command) => change(email, { role }, command));
}
