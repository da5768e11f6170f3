import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentKeys } from '../../../../../server/features/publishing/channels/holders/agent-keys.ts';
import {
  isSameProof,
  makePairingCode,
  type Pairing,
  pairingProofs,
  readPairingCode,
} from '../../../../../server/features/publishing/channels/holders/pairing-code.ts';
import { makeKeyPair, openText, sealText } from '../../../../../server/features/publishing/channels/holders/sealing.ts';
import { openVault } from '../../../../../server/features/publishing/channels/vault.ts';
import { fileFolder } from '../../../../helpers/file-folder.ts';
import { NO_KEYCHAIN } from '../../../../helpers/no-keychain.ts';

const ids = [1, 2, 3, 4].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const [DESK = '', SERVER = '', ACCOUNT = '', OTHER = ''] = ids;
const context = { accountId: ACCOUNT, from: DESK, to: SERVER, generation: 3 };
const LOGIN = JSON.stringify({ accessToken: 'planted-token' });

describe('a sealed login', async () => {
  const [desk, server, stranger] = [await makeKeyPair(), await makeKeyPair(), await makeKeyPair()];
  const sealed = await sealText(LOGIN, { sender: desk, receiver: server.publicKey, context });
  const open = (change: Partial<Parameters<typeof openText>[1]> = {}, text = sealed) =>
    openText(text, { receiver: server, sender: desk.publicKey, context, ...change });

  it('is opened by the agent that it is sealed for, and is another text each time', async () => {
    expect(await open()).toBe(LOGIN);
    expect(await sealText(LOGIN, { sender: desk, receiver: server.publicKey, context })).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('planted');
  });

  it.each([
    ['with another key', { receiver: stranger }],
    ['as from another agent', { sender: stranger.publicKey }],
    ['in the row of another account', { context: { ...context, accountId: OTHER } }],
    ['in the row of another agent', { context: { ...context, to: OTHER } }],
    ['as sealed by another agent', { context: { ...context, from: OTHER } }],
    ['as another version of the login', { context: { ...context, generation: 4 } }],
  ])('is not opened %s', async (_how, change) => {
    await expect(open(change)).rejects.toThrow();
  });

  it('is not opened when any part of it was changed, or when it is no ciphertext', async () => {
    const bytes = Buffer.from(sealed, 'base64');
    for (const at of [0, 31, 32, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open({}, changed.toString('base64')), `byte ${at}`).rejects.toThrow();
    }
    for (const text of ['', 'AAAA', 'not base64']) await expect(open({}, text)).rejects.toThrow();
  });
});

describe('the code of a pairing', async () => {
  const [desk, server, attacker] = [await makeKeyPair(), await makeKeyPair(), await makeKeyPair()];
  const pairing: Pairing = {
    id: OTHER,
    shower: { id: DESK, name: 'Desk', publicKey: desk.publicKey },
    joiner: { id: SERVER, name: 'Small server', publicKey: server.publicKey },
  };
  const { secret, text, finder } = makePairingCode();
  const honest = await pairingProofs(secret, pairing);

  it('is read in any case and however it is grouped, and nothing else is', () => {
    expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(readPairingCode(` ${text.toLowerCase().replaceAll('-', ' ')} `)).toEqual({ finder, secret });
    expect(readPairingCode('O0IL-1111-2222-3333')).toEqual({ finder: '0011', secret: '111122223333' });
    for (const wrong of ['', text.slice(1), `${text}A`, text.replace(/.$/, 'U'), 'é'.repeat(16)])
      expect(readPairingCode(wrong), wrong).toBeNull();
  });

  it('gives both agents the same six words and proofs', async () => {
    expect(await pairingProofs(secret, structuredClone(pairing))).toEqual(honest);
    expect(honest.words).toHaveLength(6);
    expect(isSameProof(honest.joins, honest.confirms)).toBe(false);
  });

  it.each([
    ['the shower’s key is exchanged', { shower: { ...pairing.shower, publicKey: attacker.publicKey } }],
    ['the joiner’s key is exchanged', { joiner: { ...pairing.joiner, publicKey: attacker.publicKey } }],
    ['another agent takes the place', { joiner: { ...pairing.joiner, id: ACCOUNT } }],
    ['a name is changed', { joiner: { ...pairing.joiner, name: 'Desk 2' } }],
    ['the sides are exchanged', { shower: pairing.joiner, joiner: pairing.shower }],
    ['an earlier pairing is repeated', { id: ACCOUNT }],
  ])('shows other words and fails the proof when %s', async (_how, change) => {
    const seen = await pairingProofs(secret, { ...pairing, ...change });
    expect(seen.words.join(' ')).not.toBe(honest.words.join(' '));
    expect(isSameProof(seen.joins, honest.joins)).toBe(false);
  });

  it('cannot be guessed by its finder alone', async () => {
    const other = makePairingCode();
    expect((await pairingProofs(other.secret, pairing)).joins).not.toBe(honest.joins);
  });
});

describe('the keys of an agent', async () => {
  const dataDir = await fileFolder();
  const open = (workspace = 'mine') => agentKeys(openVault({ dataDir, workspace, keychain: NO_KEYCHAIN }).agents, DESK);

  it('are made once, kept encrypted, and stand beside the agents that were paired', async () => {
    const keys = open();
    const [own, again] = await Promise.all([keys.own(), keys.own()]);
    expect(again).toEqual(own);
    expect(await open().own()).toEqual(own);
    const { publicKey } = await makeKeyPair();
    const paired = { id: SERVER, name: 'Small server', publicKey, pairedAt: '2026-11-26T15:00:00Z' };
    await keys.keep(paired);
    expect(await open().paired()).toEqual([paired]);
    expect(await keys.find(OTHER)).toBeNull();
    const files = readdirSync(join(dataDir, 'agents')).map((name) =>
      readFileSync(join(dataDir, 'agents', name), 'utf8'),
    );
    expect(files).toHaveLength(2);
    expect(files.join()).not.toContain(own.privateKey);
    await keys.forget(DESK);
    await keys.forget(SERVER);
    expect(await keys.paired()).toEqual([]);
    expect(await open().own()).toEqual(own);
  });
});
