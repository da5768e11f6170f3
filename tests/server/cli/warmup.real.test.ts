import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { processesOn, runCli, spawnCli } from '../../helpers/cli.ts';
import { type KillableAgent, startKillableAgent } from '../../helpers/instagram/agents-to-kill.ts';
import { type Instagram, startInstagram } from '../../helpers/instagram/imitation.ts';
import { warmupsOf } from '../../helpers/instagram/warmups.ts';

let instagram: Instagram;
let agent: KillableAgent;
let warmups: ReturnType<typeof warmupsOf>;

beforeAll(async () => {
  instagram = await startInstagram();
  agent = await startKillableAgent(instagram.origin);
  warmups = warmupsOf({ ...agent, instagram });
  const limits = { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 5, warmup_posts_max: 8 };
  await agent.database.from('app_settings').insert(limits).throwOnError();
});
afterEach(() => instagram.reset());
afterAll(async () => {
  await agent?.stop();
  await instagram?.close();
  await agent?.remove();
});

const argsOf = (...args: string[]) => ['warmup', ...args, '--data-dir', agent.dataDir];
const labelOf = async (id: string) => (await warmups.account(id)).account_label;

it('tells what it is doing and what it did, and when the next one may be', async () => {
  const label = await labelOf(await warmups.addAccount());
  const { code, stdout, stderr } = await runCli(argsOf(label));
  expect(stderr).toMatch(/^Starting the warm-up…\n/);
  expect(stderr).toMatch(/^Browsing the feed · \d+ posts? seen · \d min left$/m);
  const words = String.raw`Warmed up ${label} in \d min: \d+ posts?, \d+ (story|stories), \d+ reels?, 0 likes\.\n`;
  expect(stdout).toMatch(new RegExp(`^${words}$`));
  expect(code).toBe(0);

  const again = await runCli(argsOf(label));
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toMatch(/less than 24 hours ago\. The next warm-up can start at \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
});

it('says why it failed and what to do, also as JSON', async () => {
  instagram.set({ stop: { by: 'action_blocked', after: 0 } });
  const label = await labelOf(await warmups.addAccount());
  const { code, stdout, stderr } = await runCli(argsOf(label));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`The warm-up of ${label} failed. Instagram blocked an action by this account.`);
  expect(stderr).toContain(`\`local-agent accounts login ${JSON.stringify(label)}\``);

  const other = await labelOf(await warmups.addAccount());
  const json = await runCli(argsOf(other, '--json'));
  const events = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.at(0)).toMatchObject({ event: 'status', isRunning: true });
  expect(events.at(-2)).toEqual({ event: 'status', isRunning: false, status: 'failed', reason: 'action_blocked' });
  expect(events.at(-1)).toMatchObject({ event: 'result', status: 'failed', reason: 'action_blocked' });
  expect([json.code, json.stderr]).toEqual([1, '']);
});

it('refuses what cannot be warmed up: 1, and 2 for wrong usage', async () => {
  const stranger = await labelOf(await warmups.addAccount({ withSession: false }));
  const other = await labelOf(await warmups.addAccount({ platform: 'tiktok' }));
  const [unknown, loggedOut, elsewhere, usage] = await Promise.all([
    runCli(argsOf('nobody')),
    runCli(argsOf(stranger)),
    runCli(argsOf(other)),
    runCli(argsOf()),
  ]);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no account named nobody')]);
  expect([loggedOut.code, loggedOut.stderr]).toEqual([1, expect.stringContaining('not logged in')]);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('only available for Instagram')]);
  expect(usage.code).toBe(2);
});

it('lifts a hold after too many requests once the account has rested: 0, 1 before, and says from when on', async () => {
  const id = await warmups.addAccount();
  const label = await labelOf(id);
  const hold = (warmup_held_reason: string, warmup_held_at: string) =>
    agent.database.from('social_accounts').update({ warmup_held_reason, warmup_held_at }).eq('id', id).throwOnError();
  const release = (...args: string[]) => runCli(['accounts', 'release', label, ...args, '--data-dir', agent.dataDir]);
  expect((await release()).stderr).toContain('are not on hold');
  await hold('rate_limited', new Date().toISOString());
  const listed = await runCli(['accounts', 'list', '--data-dir', agent.dataDir]);
  expect(listed.stdout.split('\n').find((line) => line.includes(id))).toContain('rate_limited');
  const early = await release();
  expect([early.code, early.stdout]).toEqual([1, '']);
  expect(early.stderr).toMatch(/rests for 2 days .* can lift the hold from \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
  await hold('rate_limited', new Date(Date.now() - 2 * 86_400_000).toISOString());
  const done = await release('--json');
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { label, warmupHeldReason: null }]);
});

/** Starts a warm-up, presses Ctrl+C once it is under way, and answers how the command ended. */
async function interrupt(id: string) {
  const env = { LOCAL_AGENT_INSTAGRAM_URL: instagram.origin };
  const { child, ended } = spawnCli(argsOf(await labelOf(id)), { env });
  let said = '';
  child.stderr.on('data', (text: string) => {
    said += text;
  });
  await vi.waitUntil(() => said.includes('seen'), { timeout: 30_000 });
  child.kill('SIGINT');
  return ended;
}

it('cancels the warm-up at Ctrl+C and ends with 130', async () => {
  const id = await warmups.addAccount();
  expect((await interrupt(id)).code).toBe(130);
  // A command that is slow to end is ended while the agent still closes the browser.
  const end = { status: 'cancelled', reason: 'cancelled' };
  await vi.waitFor(async () => expect(await warmups.newestRun(id)).toMatchObject(end), { timeout: 20_000 });
  expect(await processesOn(id)).toEqual([]);
});

it('works without a running agent too, and leaves nothing running', async () => {
  const id = await warmups.addAccount();
  const label = await labelOf(id);
  await agent.stop();
  const env = { LOCAL_AGENT_INSTAGRAM_URL: instagram.origin };
  instagram.set({ posts: 0, stories: 0, stop: { by: 'challenge', after: 0 } });
  const { code, stderr } = await runCli(argsOf(label), { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining("Instagram wants to make sure it's you.")]);
  expect(await processesOn(agent.dataDir)).toEqual([]);
});
