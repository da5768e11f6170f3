import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Keychain, systemKeychain } from '../../../../server/features/publishing/channels/keychain.ts';
import { openVault } from '../../../../server/features/publishing/channels/vault.ts';
import { uploadsIn } from '../../../../server/features/publishing/uploads.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

const ADA = randomUUID();
const BEN = randomUUID();
const SECRET = { accessToken: 'tok-3f9a', refresh: 'ümlaut' };

let dataDir: string;
beforeEach(async () => {
  dataDir = await testFolder();
});
afterEach(() => vi.unstubAllEnvs());

/** A keychain in memory that can be locked. */
function memoryKeychain() {
  const entries = new Map<string, string>();
  const given = { entries, isLocked: false, asked: 0 };
  const answer = <T>(value: T) => {
    given.asked += 1;
    return given.isLocked ? Promise.reject(new Error('it is locked')) : Promise.resolve(value);
  };
  const keychain: Keychain = {
    read: (entry) => answer(entries.get(entry) ?? null),
    write: (entry, text) => answer(undefined).then(() => void entries.set(entry, text)),
  };
  return Object.assign(given, { keychain });
}

const NONE: Keychain = {
  read: () => Promise.reject(new Error('there is none')),
  write: () => Promise.reject(new Error('there is none')),
};

const open = (keychain: Keychain, folder = dataDir, workspace = 'mine') =>
  openVault({ dataDir: folder, workspace, keychain });
const fileOf = (id: string) => join(dataDir, 'channels', `${id}.json`);

describe('the vault', () => {
  it('keeps a secret for each account, in private files that show nothing of it', async () => {
    const { keychain } = memoryKeychain();
    const vault = open(keychain);
    expect(await vault.read(ADA)).toBeNull();
    await vault.write(ADA, SECRET);
    await vault.write(BEN, 'another');
    await open(keychain, dataDir, 'yours').write(randomUUID(), SECRET);
    expect(await vault.read(ADA.toUpperCase())).toEqual(SECRET);
    expect((await vault.accounts()).sort(), 'of its own workspace').toEqual([ADA, BEN].sort());
    expect(readFileSync(fileOf(ADA), 'utf8')).not.toMatch(/tok|accessToken|dG9r/);
    expect(statSync(fileOf(ADA)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'channels')).mode & 0o777).toBe(0o700);
    await vault.remove(ADA);
    await vault.remove(ADA);
    expect(await vault.read(ADA)).toBeNull();
    expect(await vault.read(BEN)).toBe('another');
  });

  it('keeps the key in the keychain, one for each data directory, and finds it again', async () => {
    const { keychain, entries } = memoryKeychain();
    await open(keychain).write(ADA, SECRET);
    expect(await open(keychain).state()).toEqual({ keptIn: 'keychain', problem: null });
    const [key = ''] = entries.values();
    const files = readdirSync(join(dataDir, 'channels')).map((name) =>
      readFileSync(join(dataDir, 'channels', name), 'utf8'),
    );
    expect(files.join()).not.toContain(key);
    await open(keychain, join(dataDir, 'other')).write(ADA, 'another');
    expect(new Set(entries.values()).size).toBe(2);
    expect(await open(keychain).read(ADA)).toEqual(SECRET);
  });

  it('keeps the key in a private file where there is no keychain, and stays there', async () => {
    await open(NONE).write(ADA, SECRET);
    const { keychain, entries } = memoryKeychain();
    const vault = open(keychain);
    expect(await vault.read(ADA)).toEqual(SECRET);
    await vault.write(BEN, 'another');
    expect(await vault.state()).toEqual({ keptIn: 'file', problem: null });
    expect(entries.size).toBe(0);
    expect(statSync(join(dataDir, 'channels', 'key.json')).mode & 0o777).toBe(0o600);
  });

  it('asks no keychain before there is something to keep', async () => {
    const locked = memoryKeychain();
    const vault = open(locked.keychain);
    await vault.read(ADA);
    await vault.remove(ADA);
    expect(await vault.state()).toEqual({ keptIn: null, problem: null });
    expect(locked.asked).toBe(0);
    expect(existsSync(join(dataDir, 'channels'))).toBe(false);
  });
});

describe('what earlier versions kept as plain files', () => {
  const PLAIN = { cookies: [{ name: 'sessionid', value: 'planted-cookie' }] };
  const sessionOf = (id: string) => join(dataDir, 'sessions', `${id}.json`);
  const putPlain = (id: string) => {
    mkdirSync(join(dataDir, 'sessions'), { recursive: true });
    writeFileSync(sessionOf(id), JSON.stringify(PLAIN));
  };

  it('is encrypted once, and overwritten where nothing else refers to it', async () => {
    putPlain(ADA);
    putPlain(BEN);
    linkSync(sessionOf(BEN), join(dataDir, 'copy-of-the-person.json'));
    const old = openSync(sessionOf(ADA), 'r');
    const vault = open(NONE);
    expect(await vault.sealPlainSessions()).toBe(2);
    expect(await vault.sealPlainSessions()).toBe(0);
    for (const id of [ADA, BEN]) {
      expect(readFileSync(sessionOf(id), 'utf8')).not.toContain('planted');
      expect(statSync(sessionOf(id)).mode & 0o777).toBe(0o600);
      expect(await open(NONE).sessions.read(id)).toEqual(PLAIN);
    }
    expect(readFileSync(old, 'utf8'), 'what stood on the disk').not.toContain('planted');
    expect(readFileSync(join(dataDir, 'copy-of-the-person.json'), 'utf8')).toBe(JSON.stringify(PLAIN));
    closeSync(old);
  });

  it('stays as it is while the keychain is locked, and is encrypted when it is used afterwards', async () => {
    const locked = memoryKeychain();
    await open(locked.keychain).write(ADA, SECRET);
    locked.isLocked = true;
    putPlain(ADA);
    const vault = open(locked.keychain);
    await expect(vault.sealPlainSessions()).rejects.toThrow('the key to your saved logins');
    await expect(vault.sessions.read(ADA)).rejects.toMatchObject({ code: 'unavailable' });
    expect(readFileSync(sessionOf(ADA), 'utf8')).toBe(JSON.stringify(PLAIN));
    locked.isLocked = false;
    expect(await vault.sessions.read(ADA)).toEqual(PLAIN);
    expect(readFileSync(sessionOf(ADA), 'utf8')).not.toContain('planted');
  });

  it('is no session of another account, nor the login of a channel', async () => {
    const vault = open(NONE);
    await vault.sessions.write(ADA, PLAIN);
    for (const path of [sessionOf(BEN), fileOf(ADA)]) copyFileSync(sessionOf(ADA), path);
    await expect(vault.sessions.read(BEN)).rejects.toMatchObject({ code: 'no_session' });
    await expect(vault.read(ADA)).rejects.toMatchObject({ code: 'no_session' });
  });
});

it('processes that make the first key at one moment end with one key', async () => {
  const vaults = Array.from({ length: 8 }, () => open(NONE));
  const ids = vaults.map(() => randomUUID());
  await Promise.all(vaults.map((vault, index) => vault.sessions.write(ids[index] ?? '', index)));
  const read = ids.map((id) => open(NONE).sessions.read(id));
  expect(await Promise.all(read)).toEqual(ids.map((_id, index) => index));
});

describe('a keychain that is locked', () => {
  it('is said, and never replaced by a file while secrets are encrypted with its key', async () => {
    const locked = memoryKeychain();
    await open(locked.keychain).write(ADA, SECRET);
    const before = readFileSync(fileOf(ADA), 'utf8');
    locked.isLocked = true;
    const vault = open(locked.keychain);
    const refused = { code: 'unavailable', message: expect.stringMatching(/keychain .* locked .*Unlock it/) };
    await expect(vault.read(ADA)).rejects.toMatchObject(refused);
    await expect(vault.write(BEN, 'another')).rejects.toMatchObject(refused);
    await expect(vault.write(ADA, 'another')).rejects.toMatchObject(refused);
    expect(await vault.state()).toMatchObject({ keptIn: 'keychain', problem: expect.stringContaining('locked') });
    expect(readFileSync(fileOf(ADA), 'utf8')).toBe(before);
    locked.isLocked = false;
    expect(await vault.read(ADA)).toEqual(SECRET);
  });

  it('can be left behind once nothing is encrypted with its key any more', async () => {
    const locked = memoryKeychain();
    await open(locked.keychain).write(ADA, SECRET);
    locked.isLocked = true;
    const vault = open(locked.keychain);
    await vault.remove(ADA);
    await vault.write(BEN, 'another');
    expect(await vault.state()).toEqual({ keptIn: 'file', problem: null });
    expect(await open(locked.keychain).read(BEN)).toBe('another');
  });
});

describe('a secret that cannot be read', () => {
  const connectAgain = { code: 'no_session', message: expect.stringContaining('Connect the account again') };

  it('is said and stays where it is when the key is gone, and connecting again helps', async () => {
    const { keychain, entries } = memoryKeychain();
    await open(keychain).write(ADA, SECRET);
    const before = readFileSync(fileOf(ADA), 'utf8');
    entries.clear();
    const vault = open(keychain);
    await expect(vault.read(ADA)).rejects.toMatchObject(connectAgain);
    expect((await vault.state()).problem).toContain('no longer on this machine');
    await vault.write(BEN, 'another');
    await expect(vault.read(ADA)).rejects.toMatchObject(connectAgain);
    expect(readFileSync(fileOf(ADA), 'utf8')).toBe(before);
    await vault.write(ADA, 'new');
    expect(await vault.read(ADA)).toBe('new');
  });

  it('is said when its file is damaged, or that of another account', async () => {
    const vault = open(memoryKeychain().keychain);
    await vault.write(ADA, SECRET);
    await vault.write(BEN, 'another');
    copyFileSync(fileOf(BEN), fileOf(ADA));
    await expect(vault.read(ADA)).rejects.toMatchObject(connectAgain);
    const file = JSON.parse(readFileSync(fileOf(BEN), 'utf8'));
    for (const damaged of [
      { ...file, tag: 'AAAA' },
      { ...file, iv: '' },
      { ...file, data: `A${file.data}` },
      { ...file, workspace: 'yours' },
      null,
      'text',
    ]) {
      writeFileSync(fileOf(BEN), JSON.stringify(damaged));
      await expect(vault.read(BEN)).rejects.toMatchObject(connectAgain);
    }
    writeFileSync(fileOf(BEN), '');
    await expect(vault.read(BEN)).rejects.toMatchObject(connectAgain);
    expect(existsSync(fileOf(BEN))).toBe(true);
  });

  it('has lost its key where the key file is damaged; the file is put aside', async () => {
    await open(NONE).write(ADA, SECRET);
    writeFileSync(join(dataDir, 'channels', 'key.json'), '{"keptIn":"file","key":"AAAA"}');
    const vault = open(NONE);
    await expect(vault.read(ADA)).rejects.toMatchObject(connectAgain);
    expect(readdirSync(join(dataDir, 'channels')).some((name) => name.startsWith('key.json.damaged-'))).toBe(true);
  });
});

describe('what the vault takes', () => {
  it('is the id of an account, never a path', async () => {
    const vault = open(NONE);
    for (const id of ['../x', 'key', '', `${ADA}/..`, `${ADA}\0`]) {
      await expect(vault.read(id)).rejects.toMatchObject({ code: 'bad_input' });
      await expect(vault.write(id, SECRET)).rejects.toMatchObject({ code: 'bad_input' });
      await expect(vault.remove(id)).rejects.toMatchObject({ code: 'bad_input' });
    }
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is written one after the other, the last call last', async () => {
    const { keychain, entries } = memoryKeychain();
    const vault = open(keychain);
    const writes = Array.from({ length: 20 }, (_, count) => vault.write(ADA, { count }));
    await Promise.all([...writes, vault.write(BEN, 'another')]);
    expect(await vault.read(ADA)).toEqual({ count: 19 });
    expect(await vault.read(BEN)).toBe('another');
    expect(entries.size).toBe(1);
  });
});

describe("this machine's keychain", () => {
  const module = (text: string) => {
    const path = join(dataDir, 'keyring.cjs');
    writeFileSync(path, text);
    return path;
  };

  it('is asked in a process of its own, with the request on its standard input', async () => {
    const store = join(dataDir, 'entries.json');
    const keychain = systemKeychain({
      module: module(`
        const fs = require('node:fs');
        const all = () => fs.existsSync(${JSON.stringify(store)}) ? JSON.parse(fs.readFileSync(${JSON.stringify(store)})) : {};
        exports.Entry = class {
          constructor(service, entry, options) { this.name = [service, entry, options.linux.store].join('|'); }
          getPassword() { return all()[this.name] ?? null; }
          setPassword(text) {
            if (process.argv.join().includes(text)) throw new Error('seen');
            fs.writeFileSync(${JSON.stringify(store)}, JSON.stringify({ ...all(), [this.name]: text }));
          }
        };`),
    });
    expect(await keychain.read('one')).toBeNull();
    await keychain.write('one', 'a key');
    expect(await keychain.read('one')).toBe('a key');
    expect(JSON.parse(readFileSync(store, 'utf8'))).toEqual({ 'Local Agent|one|secret-service': 'a key' });
  });

  it('is given up when it hangs, and says why when it fails', async () => {
    const hangs = module('exports.Entry = class { getPassword() { for (;;); } };');
    await expect(systemKeychain({ module: hangs, limitMs: 200 }).read('one')).rejects.toThrow('no answer within 0.2 s');
    const fails = module("exports.Entry = class { getPassword() { throw new Error('Couldn’t reach it'); } };");
    await expect(systemKeychain({ module: fails }).read('one')).rejects.toThrow(/^Couldn’t reach it$/);
    await expect(systemKeychain({ module: join(dataDir, 'none.cjs') }).read('one')).rejects.toThrow();
  });

  it.skipIf(process.platform !== 'linux')('need not be there: the key is in a file then', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${join(dataDir, 'nobody')}`);
    const given = { dataDir, workspace: 'mine' };
    await openVault(given).write(ADA, SECRET);
    expect(await openVault(given).read(ADA)).toEqual(SECRET);
    expect(await openVault(given).state()).toEqual({ keptIn: 'file', problem: null });
    await expect(systemKeychain().read('one')).rejects.toThrow();
  });
});

describe('what is known of an upload', () => {
  const NOTE = { address: 'https://www.googleapis.com/upload?upload_id=secret', size: 5 };
  const uploads = () => uploadsIn(open(NONE).uploads);
  const file = () => join(dataDir, 'uploads', `${ADA}.json`);

  it('outlives the process, shows nothing, and is no login of a channel', async () => {
    expect(await uploads().noteOf(ADA, 'first').read()).toBeNull();
    await uploads().noteOf(ADA, 'first').write(NOTE);
    expect(await uploads().noteOf(ADA, 'first').read()).toEqual({ value: NOTE, isOfLatest: true });
    const { data } = JSON.parse(readFileSync(file(), 'utf8'));
    expect(Buffer.from(data, 'base64').toString('latin1')).not.toContain('googleapis');
    expect([await open(NONE).accounts(), await open(NONE).read(ADA)]).toEqual([[], null]);
    await open(NONE).write(ADA, 'login');
    copyFileSync(fileOf(ADA), file());
    expect(await uploads().noteOf(ADA, 'first').read(), 'as good as none').toBeNull();
    await uploads().forget(ADA);
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  });

  it('says whether it is of the latest attempt: one that slept may have written over it', async () => {
    await uploads().noteOf(ADA, 'second').write(NOTE);
    await uploads().noteOf(ADA, 'first').write('stale');
    expect(await uploads().noteOf(ADA, 'second').read()).toEqual({ value: 'stale', isOfLatest: false });
  });
});
