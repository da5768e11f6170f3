import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SIGN_IN_RETURN_PATH } from '../../../shared/publishing/publishing-api.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { beginHere, type CommandHere, runHere } from '../../helpers/cli.ts';
import { failsWith } from '../../helpers/cli-ends.ts';
import { startMastodonServer } from '../../helpers/mastodon/imitation.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { startXServer } from '../../helpers/x/imitation.ts';
import { CLIENT as X_CLIENT } from '../../helpers/x/x-oauth2.ts';
import { CLIENT } from '../../helpers/youtube/google-oauth.ts';
import { startYouTube } from '../../helpers/youtube/imitation.ts';

/** Browser sign-ins started from the terminal, with a running agent. The tests build on one another. */
const mastodon = ofFile(() => startMastodonServer());
const youtube = ofFile(() => startYouTube());
const x = ofFile(() => startXServer());
const agent = ofFile(() => {
  const { origin, site, tokenOrigin } = youtube.api;
  const twitter = { origin: x.origin };
  return startFoundAgent({ platformApis: { youtube_shorts: { origin, site, tokenOrigin }, twitter } });
});

beforeAll(async () => {
  vi.stubEnv('LOCAL_AGENT_OPEN', 'false');
  await accountsTable(agent.admin).insert({ platform: 'mastodon', account_label: 'Elephant' });
  await accountsTable(agent.admin).insert({ platform: 'twitter', account_label: 'Bird' });
});
afterAll(() => void vi.unstubAllEnvs());

const AT_MASTODON = /https?:\S+\/oauth\/authorize\S*(?=\s)/;
const AT_GOOGLE = /https?:\S+\/o\/oauth2\/v2\/auth\S*(?=\s)/;

/** Starts the command and returns it with the address that it prints. */
async function begin(...args: string[]): Promise<CommandHere & { address: string }> {
  const connect = ['channels', 'connect', 'elephant', '--server', mastodon.origin, '--data-dir', agent.dataDir];
  const command = beginHere([...connect, ...args]);
  return { ...command, address: await command.untilSaid(AT_MASTODON) };
}

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
  const { stdin, ended, address } = await begin('--json');
  const back = await mastodon.decide(address, 'ada');
  stdin.write('what is this?\n');
  stdin.write(`${back}\n`);
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ platform: 'mastodon', state: 'ready' });
  stdin.end();
});

it('says what the platform refuses, in the browser and here', async () => {
  const { ended, address } = await begin();
  const page = await fetch(await mastodon.decide(address, 'ada', 'deny'));
  expect(await page.text()).toContain('You did not grant permission');
  expect((await ended).code).toBe(1);
});

it('lets the browser return to the agent where the platform knows its port alone', async () => {
  x.addUser('ada');
  x.accounts.isConfidential = false;
  x.accounts.callback = `http://127.0.0.1:${new URL(agent.url).port}${SIGN_IN_RETURN_PATH}`;
  const nothing = await runHere(['channels', 'connect', 'bird', '--renew', '--data-dir', agent.dataDir]);
  expect(nothing.code, 'nothing was entered before').toBe(1);
  const connect = ['channels', 'connect', 'bird', '--set', `clientId=${X_CLIENT.id}`, '--data-dir', agent.dataDir];
  const { ended, untilSaid } = beginHere(connect);
  await untilSaid(new RegExp(x.accounts.callback));
  const address = await untilSaid(/https:\S+\/i\/oauth2\/authorize\S*(?=\s)/);
  expect(await (await fetch(await x.decide(address))).text()).toContain('Local Agent can post as @ada');
  expect(await ended).toMatchObject({ code: 0, stdout: 'Bird now posts as @ada.\n' });
});

it('ends at Ctrl+C with 130, and leaves the port', async () => {
  const { interrupt, ended, address } = await begin();
  const back = new URL(await mastodon.decide(address, 'ada'));
  interrupt();
  expect(await ended).toMatchObject({ code: 130, stdout: '' });
  await expect(fetch(back)).rejects.toThrow();
});

it('asks for an app of the person’s own first, with its secret on standard input', async () => {
  await accountsTable(agent.admin).insert({ platform: 'youtube_shorts', account_label: 'Shorts' });
  const connect = ['channels', 'connect', 'shorts', '--token-stdin', '--data-dir', agent.dataDir];
  expect(await runHere(connect, CLIENT.secret)).toMatchObject(failsWith('Enter the client ID.', 2));
  const set = ['--set', `clientId=${CLIENT.id}`, '--set', 'privacy=unlisted'];
  const { stdin, untilSaid, ended } = beginHere([...connect, ...set]);
  stdin.end(`${CLIENT.secret}\n`);
  const address = await untilSaid(AT_GOOGLE);
  expect(address).not.toContain(CLIENT.secret);
  await fetch(await youtube.decide(address));
  expect(await ended).toMatchObject({ code: 0, stdout: 'Shorts now posts as @ada.\n' });

  // Further data that the login could read is named; --renew requests the permission.
  const check = ['channels', 'check', 'shorts', '--data-dir', agent.dataDir];
  const remedy = '--renew --read figures';
  expect(await runHere(check)).toMatchObject({ code: 0, stderr: expect.stringContaining(remedy) });
  const renew = ['channels', 'connect', 'shorts', '--renew', '--data-dir', agent.dataDir, '--read'];
  expect(await runHere([...renew, 'answers'])).toMatchObject(failsWith('--read takes figures for Shorts', 2));
  const again = beginHere([...renew, 'figures']);
  const consent = await again.untilSaid(AT_GOOGLE);
  expect(decodeURIComponent(consent)).toContain('yt-analytics.readonly');
  await fetch(await youtube.decide(consent));
  expect(await again.ended).toMatchObject({ code: 0 });
  expect((await runHere(check)).stderr).not.toContain(remedy);
});
