import { beforeAll, expect, it } from 'vitest';
import { FACEBOOK_SCOPES } from '../../../server/features/publishing/platforms/facebook/publisher.ts';
import { publishersFor } from '../../../server/features/publishing/publishers.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { SCOPES } from '../../helpers/channels.ts';
import { beginHere, type CliResult, runHere } from '../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../helpers/cli-ends.ts';
import { isFull } from '../../helpers/depth.ts';
import { addHeldPost } from '../../helpers/mastodon/held-post.ts';
import { startMastodonServer } from '../../helpers/mastodon/imitation.ts';
import { startMetaServer } from '../../helpers/meta/imitation.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { startPds } from '../../helpers/pds.ts';
import { secondAgentBeside } from '../../helpers/second-agent.ts';
import { startXServer } from '../../helpers/x/imitation.ts';
import type { XUser } from '../../helpers/x/world.ts';

/** The `channels` commands with a running agent. The tests build on one another. */
const x = ofFile(() => startXServer());
const meta = ofFile(() => startMetaServer());
const mastodon = ofFile(() => startMastodonServer());
const pds = ofFile(() => startPds());
const agent = ofFile(() => {
  const publishers = publishersFor({ twitter: { origin: x.origin }, facebook: { origin: meta.origin } });
  return startFoundAgent({}, { publishers });
});
let ada: XUser;

beforeAll(async () => {
  ada = x.addUser('ada');
  const labels = { bluesky: 'Sky', mastodon: 'Elephant', twitter: 'Bird', facebook: 'Studio' } as const;
  for (const platform of ['bluesky', 'mastodon', 'twitter', 'facebook'] as const)
    await accountsTable(agent.admin).insert({ platform, account_label: labels[platform] });
});

const run = (args: string[], input?: string): Promise<CliResult> =>
  runHere(['channels', ...args, '--data-dir', agent.dataDir], input);
const says = (text: string) => expect.stringContaining(text);

it('says what a platform wants before it asks, and what is missing', async () => {
  expect(await run(['list'])).toMatchObject({ code: 0, stderr: says('channels connect') });
  expect(await run(['connect', 'sky'])).toMatchObject(failsWith('--identifier ada.bsky.social', 2));
  const untyped = await run(['connect', 'sky', '--identifier', 'ada.test']);
  expect(untyped.stderr).toMatch(
    /1\. Open Settings, Privacy[\s\S]*app-passwords[\s\S]*Cost: Nothing\.[\s\S]*--token-stdin/,
  );
  expect(await run(['connect', 'nobody'])).toMatchObject(failsWith('accounts list'));
});

it('connects with a login from standard input', async () => {
  const bluesky = ['connect', 'Sky', '--identifier', '@ada.test', '--server', pds.origin, '--token-stdin'];
  const refused = await run(bluesky, 'wrong\n');
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: says('Bluesky: Invalid identifier or password') });
  expect(await run(bluesky, '')).toMatchObject(failsWith('No app password'));
  expect(await run(bluesky, `${pds.account.appPassword}\n`)).toMatchObject({
    code: 0,
    stdout: 'Sky now posts as ada.test.\n',
  });
  const elephant = ['connect', 'mastodon/elephant', '--server', mastodon.origin, '--token-stdin'];
  const connected = await run([...elephant, '--json'], mastodon.tokenFor('ada', SCOPES));
  expect(JSON.parse(connected.stdout)).toMatchObject({ platform: 'mastodon', state: 'ready' });
  const grace = mastodon.tokenFor('grace', SCOPES);
  expect(await run(elephant, grace)).toMatchObject(failsWith('Add --replace if so.'));
  expect(await run([...elephant, '--replace'], grace)).toMatchObject(succeedsWith('posts as @grace@'));
});

it('finds the people that posts can mention, where the platform does', async () => {
  expect(await run(['people', 'sky', '@grac'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/WRITE\s+NAME\n@grace\.test\s+Grace Hopper\n@gracie\.bsky\.social\s/),
  });
  expect(await run(['people', 'sky', 'nobody'])).toMatchObject({
    code: 0,
    stderr: says('Nobody was found for "nobody".'),
  });
});

it('takes several keys from standard input, one a line, and other fields as --set', async () => {
  const keys = Object.values(ada.keys);
  const bird = (set: string[], lines: string[]) =>
    run(['connect', 'bird', ...set.flatMap((one) => ['--set', one]), '--token-stdin'], `${lines.join('\n')}\n`);
  expect(await bird([], keys.slice(0, 3))).toMatchObject(failsWith('Enter the Access Token Secret.'));
  expect(await bird(['monthlyBudget'], keys)).toMatchObject(failsWith('Write --set as name=value', 2));
  // A key passed as an argument is ignored, because every process can read it.
  expect(await bird([`apiKey=${keys[0]}`], ['wrong', ...keys.slice(1)])).toMatchObject(
    failsWith('X/Twitter: Unauthorized.'),
  );
  const windows = await run(['connect', 'bird', '--set', 'monthlyBudget=5', '--token-stdin'], keys.join('\r\n'));
  expect(windows).toMatchObject({ code: 0, stdout: 'Bird now posts as @ada.\n' });
  const { data } = await agent.admin.from('channels').select('limits').eq('platform', 'twitter').throwOnError();
  expect(data).toEqual([{ limits: { monthlyMills: 5000 } }]);
  expect(await run(['remove', 'bird'])).toMatchObject({ code: 0, stderr: says('https://console.x.com') });
});

it('lists, pauses, tests and checks', async () => {
  expect(await run(['pause', 'sky'])).toMatchObject(succeedsWith('on hold'));
  const { stdout } = await run(['list']);
  expect(stdout).toMatch(/^ACCOUNT +PLATFORM +POSTS AS +STATE +CHECKED .*LIMITS/);
  expect(stdout).toMatch(/^Sky +Bluesky +ada\.test +paused +\d{4}-/m);
  expect(stdout).toMatch(/^Elephant +Mastodon +@grace@\S+ +ready +\d{4}-.* 500 characters, videos up to /m);
  expect(await run(['resume', 'sky', '--json'])).toMatchObject(succeedsWith('"isPaused":false'));
  expect(await run(['test', 'sky'])).toMatchObject(succeedsWith('and deleted it again'));
  expect(await run(['check'])).toMatchObject(succeedsWith('Sky can post as ada.test.'));
  pds.account.status = 'deactivated';
  const all = await run(['check', '--json']);
  expect([all.code, JSON.parse(all.stdout)]).toMatchObject([1, [{ state: 'ready' }, { state: 'reconnect' }]]);
  pds.account.status = null;
});

it('checks the others where one cannot be checked', async () => {
  pds.fault('com.atproto.server.getSession', (request) => void request.socket.destroy());
  const { code, stdout, stderr } = await run(['check']);
  expect([code, stdout, stderr]).toEqual([1, says('Elephant can post'), says('Sky: Bluesky: ')]);
});

it('disconnects, and says what is left at the platform', async () => {
  expect(await run(['remove', 'sky'])).toMatchObject({
    code: 0,
    stdout: says('no longer posts as ada.test'),
    stderr: says('https://bsky.app/settings/app-passwords'),
  });
  expect(await run(['remove', 'sky'])).toMatchObject(failsWith('not connected'));
  expect(JSON.parse((await run(['list', '--json'])).stdout)).toMatchObject([{ platform: 'mastodon' }]);
});

it('asks which Page a token is for, and takes the answer as a field', async () => {
  meta.addPage('Ada Bakes');
  const second = meta.addPage('Ada Paints');
  const { value } = meta.userToken(FACEBOOK_SCOPES);
  const studio = ['connect', 'studio', '--token-stdin'];
  const asked = await run(studio, `${value}\n`);
  expect(asked).toMatchObject({ code: 2, stdout: '', stderr: says('Which Page should this account post to?') });
  expect(asked.stderr).toContain(`--set page=${second.id}   Ada Paints`);
  expect(await run([...studio, '--set', `page=${second.id}`], `${value}\n`)).toMatchObject({
    code: 0,
    stdout: 'Studio now posts as Ada Paints.\n',
  });
  const { id: appId, secret } = meta.world.app;
  const short = meta.userToken(FACEBOOK_SCOPES, 3600).value;
  const exchange = [...studio, '--set', `appId=${appId}`, '--set', `page=${second.id}`];
  // The keys in the wrong order.
  expect(await run(exchange, `${secret}\n${short}\n`)).toMatchObject({
    code: 0,
    stderr: says('Put in the right field: App secret, Access token.'),
  });
});

it('pairs two agents by a code and six words, and shares a login between them', async () => {
  const second = secondAgentBeside(agent);
  const command = (...args: string[]) => runHere([...args, '--data-dir', agent.dataDir], 'y\n');
  const pairing = () => agent.call('/api/pairing').then((response) => response.json());
  expect(await run(['share', 'elephant', '--with', 'Small server'])).toMatchObject(failsWith('local-agent pair'));
  expect(await command('join', 'ABCD')).toMatchObject(failsWith('not a pairing code'));

  const showing = command('pair');
  await expect.poll(pairing).toMatchObject({ state: 'showing' });
  const { code } = await pairing();
  const joined = await second.pairings.join(code, second.store());
  const shown = await showing;
  expect(shown).toMatchObject({ code: 0, stdout: says('Paired with Small server') });
  expect(shown.stderr).toContain(`local-agent join ${code}`);
  if (joined.state === 'comparing') expect(shown.stderr).toContain(joined.words.join('  '));
  expect((await second.pairings.look(second.store())).state).toBe('paired');

  expect(await run(['share', 'elephant', '--with', 'small server'])).toMatchObject(
    succeedsWith('within half a minute'),
  );
  await second.sharing.sync(second.store());
  expect(await second.saved.accounts()).toHaveLength(1);
  expect(await run(['take', 'elephant', '--from', 'nobody'])).toMatchObject(failsWith('holds this login'));
  const taken = await run(['take', 'elephant', '--from', 'Small server']);
  expect(taken).toMatchObject({
    code: 0,
    stdout: says('no longer posts'),
    stderr: says('end the login on the platform'),
  });
});

it.runIf(isFull)('joins another agent by the code that it shows', async () => {
  const second = secondAgentBeside(agent);
  const there = await second.pairings.show(second.store());
  const joining = runHere(['join', there.state === 'showing' ? there.code : '', '--data-dir', agent.dataDir]);
  await expect.poll(() => second.pairings.look(second.store())).toMatchObject({ state: 'comparing' });
  const seen = await second.pairings.look(second.store());
  if (seen.state === 'comparing') await second.pairings.confirm(seen.words, second.store());
  expect(await joining).toMatchObject({ code: 0, stdout: says('Paired with Small server') });
});

it('says what a platform holds before an account leaves, and takes it back after a yes', async () => {
  const { admin } = agent;
  const accessToken = mastodon.tokenFor('grace', SCOPES);
  const { data: account } = await admin.from('social_accounts').select('id').eq('account_label', 'Elephant').single();
  await addHeldPost(admin, mastodon, { account_id: account?.id ?? '', accessToken });

  const question = 'Mastodon holds 1 of its posts, which is taken back first.';
  expect(await run(['remove', 'elephant'])).toMatchObject(failsWith(`Disconnect Elephant? ${question} Nothing was`));
  expect(mastodon.world.scheduled).toHaveLength(1);
  const yes = beginHere(['channels', 'remove', 'elephant', '--data-dir', agent.dataDir], { isTTY: true });
  await yes.untilSaid(/Take back and disconnect\? \[y\/N\]/);
  yes.stdin.write('y\n');
  expect(await yes.ended).toMatchObject({ code: 0, stderr: says('1 post taken back from Mastodon.') });
  expect(mastodon.world.scheduled).toEqual([]);
});
