import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimProfile, hasProfile, openProfile } from '../../../../server/browser/profiles.ts';
import { createLeftovers, type Leftovers, type LeftoversDeps } from '../../../../server/features/accounts/leftovers.ts';
import { type AccountStore, accountStore } from '../../../../server/features/accounts/store.ts';
import { openVault } from '../../../../server/features/publishing/channels/vault.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { openTestBackend } from '../../../helpers/embedded.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { readSession, savedSessions, writeSession } from '../../../helpers/saved-sessions.ts';

/** How long an account must be gone. */
const A_MINUTE_MS = 60_000;

let accounts: ReturnType<typeof accountsTable>;
let store: AccountStore;
let dataDir: string;
let leftovers: Leftovers | undefined;

const backend = ofFile(() => openTestBackend());
beforeAll(async () => {
  accounts = accountsTable(backend.connection.admin);
  store = accountStore(backend.connection.admin);
});
beforeEach(async () => {
  dataDir = await testFolder();
});
afterEach(async () => {
  await leftovers?.close();
  await accounts.clear();
});

const open = (own: AccountStore | null, deps: Pick<LeftoversDeps, 'goneForMs' | 'now' | 'kept'>) => {
  const sessions = savedSessions(dataDir);
  leftovers = createLeftovers({ dataDir, sessions, workspace: 'mine', log: pino({ level: 'silent' }), ...deps }, own);
  return leftovers;
};

async function withSession(id: string, workspace = 'mine'): Promise<string> {
  await claimProfile(dataDir, id, workspace);
  await writeSession(dataDir, id, []);
  return id;
}

const isHere = async (id: string) => (await hasProfile(dataDir, id)) && (await readSession(dataDir, id)) !== null;
describe('what removed accounts leave on this machine', () => {
  it('goes once they have been gone for a while, and nothing else does', async () => {
    const kept = await withSession((await accounts.insert()).id);
    const foreign = await withSession(randomUUID(), 'another database');
    const gone = await withSession(randomUUID());
    open(store, { goneForMs: 50 });
    await vi.waitUntil(async () => !(await isHere(gone)), { timeout: 20_000 });
    await leftovers?.close();
    expect(await readSession(dataDir, gone)).toBeNull();
    expect([await isHere(kept), await isHere(foreign)]).toEqual([true, true]);
  });

  it('stays when the removal is undone', async () => {
    const account = await accounts.insert();
    await withSession(account.id);
    const gone = await withSession(randomUUID());
    await accounts.remove(account.id);
    let now = 0;
    const { look } = open(null, { now: () => now });
    await look(store);
    expect(await isHere(gone)).toBe(true);
    await accounts.insert(account);
    now += A_MINUTE_MS;
    await look(store);
    expect([await isHere(gone), await isHere(account.id)]).toEqual([false, true]);
  });

  it('includes the logins of channels, also of accounts without a profile', async () => {
    const none = { read: () => Promise.reject(new Error('none')), write: () => Promise.reject(new Error('none')) };
    const vaultOf = (workspace: string) => openVault({ dataDir, workspace, keychain: none });
    const [mine, theirs] = [vaultOf('mine'), vaultOf('another database')];
    const [kept, gone, foreign] = [(await accounts.insert()).id, randomUUID(), randomUUID()];
    for (const id of [kept, gone]) await mine.write(id, 'token');
    await theirs.write(foreign, 'token');
    let now = 0;
    const { look } = open(null, { now: () => now, kept: mine });
    await look(store);
    expect(await mine.read(gone)).toBe('token');
    now += A_MINUTE_MS;
    await look(store);
    expect(await mine.read(gone)).toBeNull();
    expect([await mine.read(kept), await theirs.read(foreign)]).toEqual(['token', 'token']);
    await leftovers?.remove(kept);
    expect(await mine.read(kept)).toBeNull();
  });

  it('stays while a browser works on it', async () => {
    const gone = await withSession(randomUUID());
    const profile = await openProfile(dataDir, gone, 'a test');
    let now = 0;
    const { look } = open(null, { now: () => now });
    await look(store);
    now += A_MINUTE_MS;
    await look(store);
    expect(await isHere(gone)).toBe(true);
    await profile.close();
    await look(store);
    expect(await isHere(gone)).toBe(false);
  });
});
