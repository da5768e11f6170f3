import { decodeJwt } from 'jose';
import { expect, it, vi } from 'vitest';
import { beginHere } from '../../../helpers/cli.ts';
import { succeedsWith } from '../../../helpers/cli-ends.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { type Instead, startProjectProxy } from '../../../helpers/project-proxy.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';
import { emptyWorkspace } from '../../../helpers/workspace.ts';

/** `link --new` at a terminal. Another agent's embedded backend, at first without some parts, serves as the project. */

const PASSWORD = 'correct horse';
const TABLES = '/rest/v1/rpc/is_member';
const FUNCTION = '/functions/v1/auto-generate-content';

const world = ofFile(async () => {
  const project = await workerAgent();
  const missing: Instead = {
    [TABLES]: async () => ({ code: 'PGRST202' }),
    [FUNCTION]: async () => 404,
  };
  const [proxy, dataDir] = await Promise.all([startProjectProxy(project.url, 0, missing), emptyWorkspace()]);
  const stranger = await project.addStranger('me@example.com', PASSWORD);
  return { project, proxy, dataDir, missing, stranger, close: () => Promise.all([project.close(), proxy.close()]) };
});

it('link --new says what to run, and looks after each step whether it is done', async () => {
  const { project, proxy, dataDir, missing, stranger } = world;
  const { publishableKey } = project.agent.connection;
  const addMember = async () => {
    const user_id = String(decodeJwt(await project.signIn(stranger.email, PASSWORD)).sub);
    await project.admin.from('members').insert({ user_id, role: 'owner' }).throwOnError();
  };
  /** The expected output since the last entry, an action to take then, and what is typed. */
  const steps: { says: string[]; typed: string; first?: () => unknown }[] = [
    { says: ['1. Create a project', 'Project address'], typed: 'project' },
    { says: ['Publishable key'], typed: publishableKey },
    { says: ['project is not an address', 'Project address'], typed: 'http://127.0.0.1:1' },
    { says: ['Publishable key'], typed: publishableKey },
    { says: ['cannot be reached', 'Project address'], typed: `${proxy.url}/` },
    { says: ['Publishable key'], typed: 'sb_secret_x' },
    { says: ['never needed here', 'Project address'], typed: proxy.url },
    { says: ['Publishable key'], typed: publishableKey },
    { says: ['2. Create its tables', 'npx supabase db push --include-seed', 'Press Enter'], typed: '' },
    {
      says: ['has no tables of local-agent yet', 'press Enter again'],
      first: () => Reflect.deleteProperty(missing, TABLES),
      typed: '',
    },
    { says: ['The tables are there', '3. Deploy', 'functions deploy auto-generate-content'], typed: '' },
    {
      says: ['is not in the project yet', 'press Enter again'],
      first: () => Reflect.deleteProperty(missing, FUNCTION),
      typed: '',
    },
    {
      says: ['The function is there', '4. Add yourself', 'private.add_member', 'E-mail address'],
      typed: stranger.email,
    },
    { says: ['Password'], typed: 'wrong' },
    { says: ['does not accept this e-mail', 'E-mail address'], typed: stranger.email },
    { says: ['Password'], typed: PASSWORD },
    { says: ["private.add_member('me@example.com')", 'E-mail address'], first: addMember, typed: stranger.email },
    { says: ['Password'], typed: PASSWORD },
  ];
  const command = beginHere(['link', '--new', '--data-dir', dataDir], { isTTY: true });
  let heard = 0;
  for (const { says, typed, first } of steps) {
    await vi.waitFor(() => {
      for (const words of says) expect(command.said.stderr.slice(heard)).toContain(words);
    }, 10_000);
    heard = command.said.stderr.length;
    await first?.();
    command.stdin.write(`${typed}\n`);
  }
  expect(await command.ended).toMatchObject(succeedsWith(`Linked to ${proxy.url} as me@example.com.`));
  expect(command.said.stderr).not.toContain(PASSWORD);
});
