import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKeyPair } from '../../../../../server/features/publishing/channels/holders/sealing.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import type { PairingState } from '../../../../../shared/publishing/shared-logins.ts';
import type { Database } from '../../../../../shared/workspace/database.ts';
import { channelCheckPath, channelPath } from '../../../../helpers/agent-paths.ts';
import { channelsAgent } from '../../../../helpers/channels.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { everyTable, rowsOf } from '../../../../helpers/every-table.ts';
import { SECOND_AGENT, secondAgentBeside } from '../../../../helpers/second-agent.ts';

const its = channelsAgent();
const SERVER = SECOND_AGENT;

const secondAgent = (agentId = SERVER) => secondAgentBeside(its.agent, agentId);
type Second = ReturnType<typeof secondAgent>;

const look = async () => (await its.ask('/api/pairing')).answer as PairingState;

async function codeShown(): Promise<string> {
  const { status, answer } = await its.ask('/api/pairing', 'POST');
  expect(status).toBe(201);
  return String(answer.code);
}

/** Pairs the second agent with the first, like a user who has compared the words. */
async function pair(second: Second): Promise<void> {
  const joined = await second.pairings.join(await codeShown(), second.store());
  const seen = await look();
  if (joined.state !== 'comparing' || seen.state !== 'comparing') throw new Error(JSON.stringify([joined, seen]));
  expect([seen.other.name, seen.words, seen.confirmsHere]).toEqual(['Small server', joined.words, true]);
  const confirmed = await its.ask('/api/pairing/confirm', 'POST', { words: seen.words });
  expect([confirmed.status, confirmed.answer.state]).toEqual([200, 'paired']);
  expect((await second.pairings.look(second.store())).state).toBe('paired');
}

const share = (account: string, agentId = SERVER) => its.ask(`/api/accounts/${account}/holders`, 'POST', { agentId });
const generationOf = async (account: string) => {
  const { data } = await its.agent.admin.from('channels').select('generation').eq('account_id', account).single();
  return data?.generation ?? 0;
};
const take = (account: string, agentId: string) => its.ask(`/api/accounts/${account}/holders/${agentId}`, 'DELETE');
const ownId = async () => ((await its.ask('/api/logins')).answer.here as { id: string }).id;
const statesOf = async (account: string) => {
  const { logins } = (await its.ask('/api/logins')).answer as unknown as {
    logins: { accountId: string; holders: { name: string | null; state: string; isPosting: boolean }[] }[];
  };
  const holders = logins.find(({ accountId }) => accountId === account)?.holders ?? [];
  return holders.map(({ name, state, isPosting }) => [name === 'Small server' ? name : 'here', state, isPosting]);
};

beforeEach(async () => {
  await its.ask('/api/pairing', 'DELETE');
});

describe('pairing', () => {
  it('needs a code of the other agent, in time, five times at most', async () => {
    const second = secondAgent();
    const join = (code: string) => second.pairings.join(code, second.store());
    await expect(join('ABCD')).rejects.toMatchObject({ code: 'bad_input' });
    await expect(join('ABCD-ABCD-ABCD-ABCD')).rejects.toMatchObject({ code: 'not_found' });
    expect(await look()).toEqual({ state: 'none' });
    const own = await its.ask('/api/pairing/join', 'POST', { code: await codeShown() });
    expect([own.status, own.answer.error]).toEqual([400, expect.stringContaining('the code of this agent')]);

    const code = await codeShown();
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    // The state after three wrong codes.
    await its.agent.admin.from('agent_pairings').update({ attempts: 3 }).neq('attempts', 9).throwOnError();
    for (let tries = 4; tries <= 5; tries += 1) {
      expect((await join(wrong)).state, `try ${tries}`).toBe('comparing');
      expect((await look()).state).toBe(tries < 5 ? 'showing' : 'ended');
      expect((await second.pairings.look(second.store())).state, 'ended there').toBe('ended');
    }
    await expect(join(code)).rejects.toMatchObject({ code: 'not_found' });

    const late = await codeShown();
    const database = databaseOf(its.agent.dataDir);
    await database.run(sql`update public.agent_pairings set expires_at = now()`).finally(() => database.close());
    await expect(join(late)).rejects.toMatchObject({ code: 'not_found' });
    expect((await its.ask('/api/pairing/confirm', 'POST', { words: Array(6).fill('a') })).status).toBe(409);
  });

  const exchange = async (columns: Database['public']['Tables']['agent_pairings']['Update']) => {
    const { error } = await its.agent.admin.from('agent_pairings').update(columns).neq('attempts', 9);
    expect(error).toBeNull();
  };

  it('does not let who writes to the database put their key in place of an agent’s', async () => {
    const [second, attacker] = [secondAgent(), await makeKeyPair()];
    // The attacker lacks the code: the first agent detects that the other received a foreign key, and shows no words.
    const code = await codeShown();
    await exchange({ shower_key: attacker.publicKey });
    await second.pairings.join(code, second.store());
    expect((await look()).state).toBe('showing');
    await second.pairings.join(await codeShown(), second.store());
    await exchange({ joiner_key: attacker.publicKey });
    expect((await look()).state).toBe('showing');
  });
});

describe('a shared login', () => {
  const second = () => secondAgent();
  beforeAll(() => pair(second()));

  it('is opened by the other agent alone, follows renewals, and ends when it is taken away', async () => {
    const { saved, sharing, store, dataDir } = second();
    const account = await its.addConnected('bluesky');
    const ownLogin = await readFile(join(its.agent.dataDir, 'channels', `${account.id}.json`), 'utf8');
    expect(await statesOf(account.id)).toEqual([['here', 'held', true]]);
    expect((await share(account.id)).status).toBe(200);
    expect(await statesOf(account.id)).toEqual([
      ['here', 'held', true],
      ['Small server', 'waiting', false],
    ]);
    await sharing.sync(store());
    expect(await statesOf(account.id)).toEqual([
      ['here', 'held', true],
      ['Small server', 'held', false],
    ]);
    const first = await saved.read(account.id);
    expect(first?.secret).toMatchObject({ accessToken: expect.anything() });

    // After a token refresh, the other agent gets the new tokens at its next sync.
    its.pds.expireAccess();
    expect((await its.ask(channelCheckPath(account.id), 'POST')).status).toBe(200);
    await sharing.sync(store());
    const renewed = await saved.read(account.id);
    expect(renewed?.secret).not.toEqual(first?.secret);
    expect(renewed?.sealed?.generation).toBeGreaterThan(first?.sealed?.generation ?? 0);
    expect((await its.ask(channelPath(account.id), 'POST', its.blueskyEntry())).status).toBe(200);
    expect((await statesOf(account.id))[1]?.[1], 'the latest one is not opened yet').toBe('waiting');
    await sharing.sync(store());
    expect(await statesOf(account.id)).toEqual([
      ['here', 'held', true],
      ['Small server', 'held', false],
    ]);

    // A login that is copied to another account's row cannot be opened, whatever generation it claims.
    const other = await its.addConnected('mastodon', 'Olga');
    await share(other.id);
    await sharing.sync(store());
    const rows = await its.agent.admin.from('channel_holders').select('*').eq('agent_id', SERVER);
    const of = (id: string) => rows.data?.find(({ account_id }) => account_id === id);
    const { sealed_login = null } = of(account.id) ?? {};
    const moved = { sealed_login, generation: 9e12 };
    await its.agent.admin.from('channel_holders').update(moved).match({ account_id: other.id, agent_id: SERVER });
    const before = await saved.read(other.id);
    await sharing.sync(store());
    expect(await saved.read(other.id)).toEqual(before);

    // The files of both machines contain no secret in plain text.
    for (const folder of [its.agent.dataDir, dataDir])
      for (const name of await readdir(join(folder, 'channels')))
        expect(its.leaked(await readFile(join(folder, 'channels', name), 'utf8'))).toEqual([]);
    expect(ownLogin).not.toContain('did:');

    expect((await take(account.id, SERVER)).status).toBe(200);
    expect(await statesOf(account.id)).toEqual([['here', 'held', true]]);
    expect((await take(account.id, SERVER)).status).toBe(404);
    const last = await take(account.id, await ownId());
    expect([last.status, last.answer.error]).toEqual([409, expect.stringContaining('Disconnect the account')]);
  });

  it('moves to the other agent when it is taken from the one that posts', async () => {
    const { sharing, store, saved } = second();
    const account = await its.addConnected('mastodon', 'Pia');
    await share(account.id);
    const here = await ownId();
    expect((await take(account.id, here)).status, 'not opened there yet').toBe(409);
    await sharing.sync(store());
    const before = await generationOf(account.id);
    expect((await take(account.id, here)).status).toBe(200);
    expect(await generationOf(account.id)).toBe(before + 1);
    expect((await store().channels()).find(({ accountId }) => accountId === account.id)?.posting).toBe(SERVER);
    expect((await share(account.id)).status).toBe(409);
    expect(await saved.read(account.id)).not.toBeNull();
    expect(await readdir(join(its.agent.dataDir, 'channels'))).not.toContain(`${account.id}.json`);
  });

  it.runIf(isFull)(
    'that was renewed by an agent which is not paired with a holder is older there, until the two are paired',
    async () => {
      const small = second();
      const third = secondAgent('00000000-0000-4000-8000-000000000004');
      await pair(third);
      const account = await its.addConnected('mastodon', 'Quinn');
      for (const { agentId } of [small, third]) expect((await share(account.id, agentId)).status).toBe(200);
      for (const { sharing, store } of [small, third]) await sharing.sync(store());
      const states = async () => (await statesOf(account.id)).map(([, state]) => state);
      expect(await states()).toEqual(['held', 'held', 'held']);

      expect((await take(account.id, await ownId())).status).toBe(200);
      const login = await small.saved.read(account.id);
      if (!login) throw new Error('The login is gone.');
      await small.saved.write(account.id, { ...login, sealed: { generation: 1, from: null, isPending: true } });
      await small.sharing.sealAnew(account.id, small.store());
      expect(await states()).toEqual(['held', 'outdated']);
      const taken = await small.store().take(account.id, small.agentId);
      expect(taken, 'no heir with an older login').toBe('last');
      const before = await third.saved.read(account.id);

      const shown = await small.pairings.show(small.store());
      const joined = await third.pairings.join(shown.state === 'showing' ? shown.code : '', third.store());
      await small.pairings.look(small.store());
      if (joined.state === 'comparing') await small.pairings.confirm(joined.words, small.store());
      expect((await third.pairings.look(third.store())).state).toBe('paired');
      await small.sharing.sync(small.store());
      expect(await states()).toEqual(['held', 'waiting']);
      await third.sharing.sync(third.store());
      expect(await states()).toEqual(['held', 'held']);
      expect((await third.saved.read(account.id))?.sealed?.generation).toBeGreaterThan(before?.sealed?.generation ?? 0);
      await its.ask(`/api/pairing/agents/${third.agentId}`, 'DELETE');
    },
  );

  it('is in no column of a stolen database, however it is written', async () => {
    const { sharing, store } = second();
    const accounts = [await its.addConnected('bluesky'), await its.addConnected('mastodon', 'Rosa')];
    for (const { id } of accounts) expect((await share(id)).status).toBe(200);
    await sharing.sync(store());
    const planted = [...(await plantedIn(second())), (await second().keys.own()).privateKey];
    expect(planted.length).toBeGreaterThan(4);
    const database = databaseOf(its.agent.dataDir);
    let text = '';
    try {
      for (const { schema, table } of await everyTable(database))
        text += (await rowsOf(database, schema, table)).join('\n');
    } finally {
      await database.close();
    }
    expect(text).toContain(accounts[0]?.id);
    const holders = await its.agent.admin.from('channel_holders').select('sealed_login').eq('agent_id', SERVER);
    const ciphertext = holders.data?.map(({ sealed_login }) => sealed_login ?? '') ?? [];
    expect(ciphertext.filter((one) => text.includes(one)).length).toBeGreaterThan(1);
    text += ciphertext.map((one) => Buffer.from(one, 'base64').toString('latin1')).join('\n');
    for (const before of ['', 'a', 'ab'])
      expect(
        formsOf('planted-token').some((form) => btoa(`${before}planted-token.`).includes(form)),
        before,
      ).toBe(true);
    for (const secret of planted) for (const form of formsOf(secret)) expect(text.includes(form), 'found').toBe(false);
  });

  it('is taken from an agent when the pairing is undone', async () => {
    const account = await its.addConnected('mastodon', 'Tara');
    await share(account.id);
    const undone = await its.ask(`/api/pairing/agents/${SERVER}`, 'DELETE');
    expect([undone.status, undone.answer.paired]).toEqual([200, []]);
    expect(await statesOf(account.id)).toEqual([['here', 'held', true]]);
    expect((await share(account.id)).status).toBe(409);
  });
});

/** Every text of at least eight characters in the secrets that an agent holds. */
async function plantedIn({ saved }: Second): Promise<string[]> {
  const found: string[] = [];
  const walk = (value: unknown, known: string): void => {
    if (typeof value === 'string' && value.length >= 8 && !known.includes(value)) found.push(value);
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(one, known);
  };
  for (const id of await saved.accounts()) {
    const login = await saved.read(id);
    // The handle and the server are part of the login as well, but are not secret.
    walk(login?.secret, JSON.stringify(login?.connected));
  }
  return found;
}

/** A text in plain, in hex, and in base64 at each of the three possible offsets. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const shifted = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [
    secret,
    bytes.toString('hex'),
    ...shifted,
    ...shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}
