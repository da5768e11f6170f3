import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentLock, lockDataDirectory } from '../../../server/directories/agent-lock.ts';
import { SIGN_IN_RETURN_PATH } from '../../../shared/publishing/publishing-api.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { runCli, spawnCli } from '../../helpers/cli.ts';
import { type MastodonServer, startMastodonServer } from '../../helpers/mastodon/imitation.ts';
import { newWorkspace } from '../../helpers/workspace.ts';
import { CLIENT } from '../../helpers/youtube/google-oauth.ts';
import { startYouTube, type YouTubeServer } from '../../helpers/youtube/imitation.ts';

/** Sign-ins with the browser, from the terminal, at a running agent. The tests build on one another. */
let agent: TestAgent;
let lock: AgentLock | null;
let folder: string;
let mastodon: MastodonServer;
let youtube: YouTubeServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'la-sign-in-'));
  await chmod(folder, 0o711);
  const dataDir = await newWorkspace(join(folder, 'running'));
  ({ lock } = await lockDataDirectory(dataDir, { command: 'start', version: '0.0.0' }));
  [mastodon, youtube] = await Promise.all([startMastodonServer(), startYouTube()]);
  const { origin, site, tokenOrigin } = youtube.api;
  agent = await startTestAgent({ dataDir, platformApis: { youtube_shorts: { origin, site, tokenOrigin } } });
  lock?.tell({ url: agent.url });
  await accountsTable(agent.admin).insert({ platform: 'mastodon', account_label: 'Elephant' });
});
afterAll(async () => {
  await lock?.release();
  await agent?.close();
  await mastodon?.close();
  await youtube?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Begins the command and answers the address that it prints. */
async function begin(...args: string[]) {
  const connect = [
    'channels',
    'connect',
    'elephant',
    '--server',
    mastodon.origin,
    '--data-dir',
    agent.dataDir,
    ...args,
  ];
  const { child, ended } = spawnCli(connect, { env: { LOCAL_AGENT_OPEN: 'false' } });
  for await (const line of createInterface({ input: child.stderr })) {
    const [address] = /https?:\S+\/oauth\/authorize\S*/.exec(line) ?? [];
    if (address) return { child, ended, address };
  }
  throw new Error(JSON.stringify(await ended));
}
const says = (text: string) => expect.stringContaining(text);

it('connects when the browser comes back, with a challenge, and says who it is', async () => {
  const { ended, address } = await begin();
  expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
  const back = new URL(await mastodon.decide(address, 'ada'));
  expect([back.hostname, back.pathname]).toEqual(['127.0.0.1', SIGN_IN_RETURN_PATH]);
  expect(back.port).not.toBe(new URL(agent.url).port);

  const wrong = new URL(back);
  wrong.searchParams.set('state', 'guessed');
  expect(await (await fetch(wrong)).text()).toContain('belongs to another sign-in');
  expect((await fetch(new URL('/', back))).status).toBe(404);

  const page = await fetch(back);
  expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await page.text()).toMatch(/^Elephant now posts as @ada@\S+\. You can close this page\.$/);
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Elephant now posts as @ada@\S+\.\n$/) });
});

it('takes the address that the browser ended on, or the code alone, from standard input', async () => {
  const { child, ended, address } = await begin('--json');
  const back = await mastodon.decide(address, 'ada');
  child.stdin.write('what is this?\n');
  child.stdin.write(`${back}\n`);
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ platform: 'mastodon', state: 'ready' });
  child.stdin.end();
});

it('asks before it posts as another account, and says what the platform refuses', async () => {
  const other = await begin();
  await fetch(await mastodon.decide(other.address, 'grace'));
  expect(await other.ended).toMatchObject({ code: 1, stdout: '' });
  const replaced = await begin('--replace');
  await fetch(await mastodon.decide(replaced.address, 'grace'));
  expect(await replaced.ended).toMatchObject({ code: 0, stdout: says('posts as @grace@') });
  const denied = await begin();
  expect(await (await fetch(await mastodon.decide(denied.address, 'ada', 'deny'))).text()).toContain(
    'You did not allow it',
  );
  expect((await denied.ended).code).toBe(1);
});

it('ends at Ctrl+C with 130, and leaves the port', async () => {
  const { child, ended, address } = await begin();
  const back = new URL(await mastodon.decide(address, 'ada'));
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, stdout: '' });
  await expect(fetch(back)).rejects.toThrow();
});

it('revokes the token when the account is disconnected', async () => {
  const { code, stdout } = await runCli(['channels', 'remove', 'elephant', '--json', '--data-dir', agent.dataDir]);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { left: null }]);
  expect(mastodon.world.tokens.at(-1)?.isRevoked).toBe(true);
});

it('asks for an app of the person’s own first, with its secret on standard input', async () => {
  await accountsTable(agent.admin).insert({ platform: 'youtube_shorts', account_label: 'Shorts' });
  const connect = ['channels', 'connect', 'shorts', '--token-stdin', '--data-dir', agent.dataDir];
  const without = await runCli(connect, { input: CLIENT.secret });
  expect(without).toMatchObject({ code: 2, stderr: says('Enter the client ID.') });
  const set = ['--set', `clientId=${CLIENT.id}`, '--set', 'privacy=unlisted'];
  const { child, ended } = spawnCli([...connect, ...set], { env: { LOCAL_AGENT_OPEN: 'false' } });
  child.stdin.end(`${CLIENT.secret}\n`);
  let address = '';
  for await (const line of createInterface({ input: child.stderr })) {
    address = /https?:\S+\/o\/oauth2\/v2\/auth\S*/.exec(line)?.[0] ?? '';
    if (address) break;
  }
  expect(address).not.toContain(CLIENT.secret);
  await fetch(await youtube.decide(address));
  expect(await ended).toMatchObject({ code: 0, stdout: 'Shorts now posts as @ada.\n' });
});

it('works where no agent runs', async () => {
  const dataDir = await newWorkspace(join(folder, 'alone'));
  const add = ['accounts', 'add', 'mastodon', 'Alone', '--data-dir', dataDir];
  const added = await runCli(add);
  expect(added).toMatchObject({ code: 0 });
  const args = ['channels', 'connect', 'alone', '--server', mastodon.origin, '--data-dir', dataDir];
  const { child, ended } = spawnCli(args, { env: { LOCAL_AGENT_OPEN: 'false' } });
  let address = '';
  for await (const line of createInterface({ input: child.stderr })) {
    address = /https?:\S+\/oauth\/authorize\S*/.exec(line)?.[0] ?? '';
    if (address) break;
  }
  if (!address) throw new Error(JSON.stringify(await ended));
  await fetch(await mastodon.decide(address, 'ada'));
  expect(await ended).toMatchObject({ code: 0, stdout: says('Alone now posts as @ada@') });
  if (child.exitCode === null) await once(child, 'exit');
});
