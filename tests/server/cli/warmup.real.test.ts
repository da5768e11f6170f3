import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { hoursAgo } from '../../helpers/accounts-table.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { beginHere, processesOn, runHere } from '../../helpers/cli.ts';
import { isFull } from '../../helpers/depth.ts';
import { fastClock } from '../../helpers/fast-clock.ts';
import { startInstagram } from '../../helpers/instagram/imitation.ts';
import { warmupsOf } from '../../helpers/instagram/warmups.ts';
import { ofFile } from '../../helpers/of-file.ts';

const instagram = ofFile(() => startInstagram());
const agent = ofFile(() => {
  const flags = { instagramUrl: instagram.origin };
  return startFoundAgent(flags, { warmup: { clock: fastClock(), patienceMs: 4_000 }, person: () => undefined });
});
const warmups = warmupsOf(() => ({ call: agent.call, dataDir: agent.dataDir, database: agent.admin, instagram }));

beforeAll(() =>
  warmups.setLimits({ warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 3, warmup_posts_max: 4 }),
);
afterEach(() => instagram.reset());
afterAll(() => void vi.unstubAllEnvs());

const argsOf = (...args: string[]) => ['warmup', ...args, '--data-dir', agent.dataDir];
const labelOf = async (id: string) => (await warmups.account(id)).account_label;

it.runIf(isFull)('tells what it is doing and what it did', async () => {
  const label = await labelOf(await warmups.addAccount());
  const { code, stdout, stderr } = await runHere(argsOf(label));
  expect(stderr).toMatch(/^Browsing the feed · \d+ posts? seen · \d min left$/m);
  expect([code, stdout]).toEqual([0, expect.stringMatching(`^Warmed up ${label} in \\d min: \\d+ posts?, `)]);
});

it('says when the next one may be', async () => {
  const label = await labelOf(await warmups.addAccount({ last_warmup_at: hoursAgo(1) }));
  const { code, stdout, stderr } = await runHere(argsOf(label));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/less than 24 hours ago\. The next warm-up can start at \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
});

it('ends with 1 when it failed, and says each event as JSON', async () => {
  instagram.set({ stop: { by: 'action_blocked', after: 0 } });
  const label = await labelOf(await warmups.addAccount());
  const { code, stdout, stderr } = await runHere(argsOf(label, '--json'));
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.at(0)).toMatchObject({ event: 'status', isRunning: true });
  expect(events.at(-2)).toEqual({ event: 'status', isRunning: false, status: 'failed', reason: 'action_blocked' });
  expect(events.at(-1)).toMatchObject({ event: 'result', status: 'failed', reason: 'action_blocked' });
  expect([code, stderr]).toEqual([1, '']);
});

it('lifts a hold after too many requests once the account has rested: 0, 1 before, and says from when on', async () => {
  const held = { warmup_held_reason: 'rate_limited', warmup_held_at: new Date().toISOString() };
  const id = await warmups.addAccount(held);
  const label = await labelOf(id);
  const release = (...args: string[]) => runHere(['accounts', 'release', label, ...args, '--data-dir', agent.dataDir]);
  const listed = await runHere(['accounts', 'list', '--data-dir', agent.dataDir]);
  expect(listed.stdout.split('\n').find((line) => line.includes(id))).toContain('rate_limited');
  const early = await release();
  expect([early.code, early.stdout]).toEqual([1, '']);
  expect(early.stderr).toMatch(/rests for 2 days .* can lift the hold from \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
  await warmups.change(id, { warmup_held_at: hoursAgo(48) });
  const done = await release('--json');
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { label, warmupHeldReason: null }]);
});

it('cancels the warm-up at Ctrl+C and ends with 130', async () => {
  const id = await warmups.addAccount();
  const { interrupt, ended, untilSaid } = beginHere(argsOf(await labelOf(id)));
  await untilSaid(/^Starting the warm-up…\nOpening Instagram/m);
  interrupt();
  expect((await ended).code).toBe(130);
  const end = { status: 'cancelled', reason: 'cancelled' };
  await vi.waitFor(async () => expect(await warmups.newestRun(id)).toMatchObject(end), { timeout: 20_000 });
  expect(await processesOn(id)).toEqual([]);
});
