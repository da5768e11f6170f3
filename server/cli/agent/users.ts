import { Argument, type Command } from 'commander';
import {
  type Credentials,
  type MemberRole,
  memberRoleSchema,
  type NewPassword,
  type UserRights,
} from '../../../shared/agent/agent-api.ts';
import type { Answered } from '../../../shared/api/operation.ts';
import { userApi } from '../../../shared/api/people.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { NO_USERS, userRights } from '../messages.ts';
import { localTime } from '../terminal/local-time.ts';
import { askPassword } from '../terminal/password.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { apiCommand } from './api-command.ts';
import { withApi } from './workspace.ts';

const PASSWORD_STDIN = ['--password-stdin', 'read the password from standard input'] as const;

type User = Answered<typeof userApi.setUserRights>;
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

  apiCommand(users.command('list').description('list the accounts'), terminal, {
    ask: (api: Api) => call(api, userApi.listUsers),
    tell(list) {
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
  });

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

  apiCommand(users.command('remove <email>').description('remove an account; its posts stay'), terminal, {
    ask: (api: Api, email: string) => call(api, userApi.removeUser, { params: { email } }),
    json: (_nothing, email) => ({ email }),
    tell: (_nothing, email) => print(terminal, `Removed ${email}.`),
  });
}

function addRights(users: Command, terminal: Terminal): void {
  const change = (api: Api, email: string, body: UserRights) =>
    call(api, userApi.setUserRights, { params: { email }, body });
  const tell = ({ email, role, mayRunCode }: User) => print(terminal, userRights(email, role, mayRunCode));

  const trust = users.command('trust <email>').description('let a member run scripts on this machine');
  apiCommand(trust.option('--off', 'take this permission away'), terminal, {
    ask: (api: Api, email: string, { off = false }: { off?: boolean }) => change(api, email, { mayRunCode: !off }),
    tell,
  });

  const setRole = users.command('set-role <email>').description('make a member an owner, or an owner a member');
  apiCommand(setRole.addArgument(new Argument('<role>').choices(memberRoleSchema.options)), terminal, {
    ask: (api: Api, email: string, role: MemberRole) => change(api, email, { role }),
    tell,
  });
}
