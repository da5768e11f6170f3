import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { at, claimsBackend } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);

/** How long after its last heartbeat, at `at()`, the first agent counts as silent. */
const SILENT_MS = 91_000;

let studio: string;
let server: string;
const run = randomUUID();
beforeEach(async () => {
  await rows.clear();
  await claims.member.from('agents').delete().not('id', 'is', null).throwOnError();
  studio = randomUUID();
  server = randomUUID();
});

const register = (agent: string, name: string, logins: string[], when = at()) =>
  claims.call('register_agent', {
    agent,
    run,
    known: [],
    elsewhere: false,
    name,
    version: '1',
    capabilities: { logins },
    at: when,
  });
/** Shares the login with the second agent. */
const share = (account_id: string) =>
  claims.member.from('channel_holders').insert({ account_id, agent_id: server, held_at: at() }).throwOnError();
const beat = (agent: string, when: string) => claims.call<{ taken: object[] }>('beat_agent', { agent, run, at: when });
const channelOf = async (account: string) =>
  (await claims.member.from('channels').select('agent_id, generation').eq('account_id', account).single()).data;

/** Two agents that hold a login, and a post that the first one has claimed, or begun to publish. */
async function begun(step: 'claimed' | 'begun') {
  const { id: account } = await rows.addAccount(studio);
  await register(studio, 'Studio', [account]);
  await register(server, 'Server', [account]);
  await share(account);
  await rows.addPost(['twitter']);
  await rows.open();
  const owner = randomUUID();
  const [delivery] = await rows.claim(studio, owner);
  if (!delivery) throw new Error('Nothing was claimed.');
  if (step === 'begun') expect(await rows.begin(delivery.id, owner)).toBe(true);
  return { account, owner, delivery };
}

it('an agent that is silent is replaced once its lease is over, and what it does afterwards is refused', async () => {
  const { account, owner, delivery } = await begun('begun');
  expect(delivery).toMatchObject({ claims: 1, generation: 0 });
  expect(await beat(server, at(89_000))).toMatchObject({ taken: [] });
  const renewal = { delivery: delivery.id, owner, lease_seconds: 60 };
  expect(await claims.call('renew_delivery', { ...renewal, at: at(59_000) })).toBe(true);
  // The agent is silent, but its lease is still valid.
  expect(await beat(server, at(SILENT_MS))).toMatchObject({ taken: [] });
  expect(await beat(server, at(120_000))).toMatchObject({ taken: [{ account, name: 'Studio', platform: 'twitter' }] });
  expect(await channelOf(account)).toEqual({ agent_id: server, generation: 1 });
  // The post must be looked for before anything is sent.
  expect(await rows.claim(server, randomUUID(), 50, at(121_000))).toEqual([]);
  const parts = { delivery: delivery.id, owner, parts: [{ remoteId: '2', url: 'u' }] };
  expect(await claims.call('keep_delivery_parts', parts)).toBe(false);
  const heir = randomUUID();
  const [lost] = await rows.lost(server, heir, at(121_000));
  expect(lost).toMatchObject({ id: delivery.id, claims: 2, generation: 1 });
  expect(await rows.finish(delivery.id, owner, 'published')).toBe(false);
  expect(await rows.lost(studio, owner, at(200_000))).toEqual([]);
  expect(await rows.finish(delivery.id, heir, 'published')).toBe(true);
  // The agent that wakes up is on standby.
  expect(await beat(studio, at(125_000))).toMatchObject({ taken: [] });
});

it('an agent with an older login, or one that has not opened the latest, does not take over', async () => {
  const { account } = await begun('claimed');
  const renewed = { account, sealer: studio, generation: 5, sealed: {} };
  expect(await claims.call('seal_channel_login', renewed)).toBe(true);
  expect(await beat(server, at(120_000))).toMatchObject({ taken: [] });
  const sealed = { ...renewed, generation: 6, sealed: { [server]: 'x'.repeat(60) } };
  expect(await claims.call('seal_channel_login', sealed)).toBe(true);
  expect(await beat(server, at(121_000))).toMatchObject({ taken: [] });
  await claims.call('note_login_opened', { account, holder: server, generation: 6 });
  expect(await beat(server, at(122_000))).toMatchObject({ taken: [{ account }] });
});

it('what was only claimed is not begun by an agent that was replaced', async () => {
  const { account, owner, delivery } = await begun('claimed');
  await beat(server, at(SILENT_MS));
  expect((await channelOf(account))?.agent_id).toBe(server);
  // Refused even at an earlier time, when the lease was still valid.
  expect(await rows.begin(delivery.id, owner)).toBe(false);
  const heir = randomUUID();
  const [again] = await rows.claim(server, heir, 50, at(SILENT_MS));
  expect(again).toMatchObject({ id: delivery.id, claims: 2, generation: 1, state: 'preparing' });
  expect(await rows.begin(delivery.id, owner)).toBe(false);
  expect(await rows.begin(delivery.id, heir, at(SILENT_MS))).toBe(true);
});

it('nothing is taken over without the login, from one that runs, or by one that is silent itself', async () => {
  const { id: account } = await rows.addAccount(studio);
  await register(studio, 'Studio', [account]);
  await register(server, 'Server', []);
  await share(account);
  const take = (when: number) => claims.call('take_over_channel', { channel: account, agent: server, at: at(when) });
  await beat(server, at(SILENT_MS));
  expect(await take(SILENT_MS)).toBeNull();
  await register(server, 'Server', [account], at(SILENT_MS));
  await beat(studio, at(SILENT_MS));
  expect(await take(SILENT_MS)).toBeNull();
  expect(await take(2 * SILENT_MS + 1)).toBeNull();
  await register(server, 'Server', [account], at(2 * SILENT_MS + 1));
  expect(await take(2 * SILENT_MS + 1)).toBe(1);
});

it('names the agent that nobody replaces where posts are due', async () => {
  const { id: account } = await rows.addAccount(studio);
  await register(studio, 'Studio', [account]);
  const stranded = (when: number) => claims.call('stranded_channels', { at: at(when) });
  await rows.addPost(['twitter']);
  await rows.open();
  expect(await stranded(0)).toEqual([]);
  expect(await stranded(SILENT_MS)).toMatchObject([{ account, agent: 'Studio', posts: 1 }]);
});

it('an attempt of a job that was claimed again is neither renewed nor ended', async () => {
  const key = { job: 'cleanup', run_key: randomUUID(), owner: studio };
  await claims.call('claim_job', { ...key, lease_seconds: 60, at: at() });
  await claims.call('claim_job', { ...key, lease_seconds: 60, at: at(61_000) });
  const renew = (attempt: number) => claims.call('renew_job', { ...key, attempt, lease_seconds: 60, at: at(62_000) });
  expect([await renew(1), await renew(2)]).toEqual([false, true]);
  const finish = (attempt: number) => claims.call('finish_job', { ...key, attempt, status: 'success', at: at(63_000) });
  expect([await finish(1), await finish(2)]).toEqual([false, true]);
});
