import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConfigFlags, loadConfig } from '../../../server/config/config.ts';
import type { Machine } from '../../../server/system/machine.ts';
import { testFolder } from '../../helpers/file-folder.ts';

let folder: string;
let machine: Machine;
let dataDir: string;

beforeEach(async () => {
  folder = await testFolder();
  machine = { platform: 'linux', home: folder, isRoot: false };
  dataDir = join(folder, '.local/share/local-agent');
});

function load(flags: ConfigFlags = {}, env: Record<string, string> = {}) {
  return loadConfig(flags, env, machine);
}

function writeConfig(content: string | object, path = join(dataDir, 'config.json')): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('without any setting', () => {
  it('listens on 127.0.0.1:3001 only, keeps everything below the home directory, and uses the embedded backend', () => {
    expect(load()).toMatchObject({ port: 3001, host: '127.0.0.1', allowRemote: false, dataDir, allowedOrigins: [] });
    expect(load()).toMatchObject({ supabaseUrl: null, supabaseKey: null, supabaseSecretKey: null, databaseUrl: null });
  });

  it('opens a browser where there is a screen, and not in CI', () => {
    expect([load().open, load({}, { DISPLAY: ':0' }).open]).toEqual([false, true]);
    expect(load({}, { DISPLAY: ':0', CI: 'true' }).open).toBe(false);
  });
});

it('which setting wins is the flag, then the variable, then the file', () => {
  writeConfig({ port: 4001 });
  expect([load().port, load({}, { LOCAL_AGENT_PORT: '4002' }).port]).toEqual([4001, 4002]);
  expect(load({ port: '4003' }, { LOCAL_AGENT_PORT: '4002' }).port).toBe(4003);
});

it('which setting wins is none that is empty or not given; a flag turns off what the file turned on', () => {
  writeConfig({ port: 4001, open: true });
  expect(load({ port: undefined }, { LOCAL_AGENT_PORT: '' }).port).toBe(4001);
  expect(load({ open: false }).open).toBe(false);
});

describe('where the config file is', () => {
  it('is the data directory, also one that a flag names', () => {
    const elsewhere = join(folder, 'elsewhere');
    writeConfig({ port: 4001 }, join(elsewhere, 'config.json'));
    expect(load({ dataDir: elsewhere })).toMatchObject({ port: 4001, dataDir: elsewhere });
    expect(load({ dataDir: 'here' }).dataDir).toBe(resolve('here'));
  });

  it("is else the user's config directory, which may name the data directory relative to itself", () => {
    writeConfig({ dataDir: 'work' }, join(folder, '.config/local-agent/config.json'));
    expect(load().dataDir).toBe(join(folder, '.config/local-agent/work'));
  });

  it('is LOCAL_AGENT_CONFIG before all', () => {
    writeConfig({ port: 4001 });
    const named = writeConfig({ port: 4009 }, join(folder, 'named.json'));
    expect(load({}, { LOCAL_AGENT_CONFIG: named }).port).toBe(4009);
    expect(() => load({}, { LOCAL_AGENT_CONFIG: `${named}.not` })).toThrow(/LOCAL_AGENT_CONFIG: there is no file/);
  });
});

describe('a broken config file', () => {
  it('may have comments and trailing commas', () => {
    writeConfig('{\n  // the usual one is taken\n  "port": 4001,\n}\n');
    expect(load().port).toBe(4001);
  });

  it('is named with line and column, also where it is no object', () => {
    const path = writeConfig('{\n  "port": 4001\n  "host": "localhost"\n}');
    expect(() => load()).toThrow(`${path}:3:3: not valid JSON (comma expected). Correct it there`);
    writeConfig('[]');
    expect(() => load()).toThrow(/config\.json:1:1: expected a JSON object/);
  });

  it('names a setting that does not exist, with those that do', () => {
    const path = writeConfig({ prt: 4001 });
    expect(() => load()).toThrow(`"prt" in ${path}: no such setting. The settings are port, host,`);
  });
});

describe('a wrong value', () => {
  it.each(['abc', '70000', '1.5'])('refuses the port %j', (port) =>
    expect(() => load({ port })).toThrow('--port: expected a port from 0 to 65535.'),
  );

  it('is reported where it was set', () => {
    const path = writeConfig({ logLevel: 'loud' });
    expect(() => load()).toThrow(`"logLevel" in ${path}: `);
  });

  it('refuses a database that is no PostgreSQL', () => {
    const env = { LOCAL_AGENT_DATABASE_URL: 'mysql://localhost/x' };
    expect(() => load({}, env)).toThrow('LOCAL_AGENT_DATABASE_URL: expected a URL that begins with postgres://');
  });
});

it('the public address of the Media Library is none unless it is set', () => {
  expect(load()).toMatchObject({ publicMediaUrl: null });
  const env = { LOCAL_AGENT_PUBLIC_MEDIA_URL: 'https://pictures.example/library/' };
  expect(load({}, env)).toMatchObject({ publicMediaUrl: 'https://pictures.example/library' });
  expect(() => load({}, { LOCAL_AGENT_PUBLIC_MEDIA_URL: 'pictures' })).toThrow(/LOCAL_AGENT_PUBLIC_MEDIA_URL/);
});

it("the platforms' APIs are set as JSON, in the file as an object", () => {
  const platformApis = { linkedin: { version: '202611' } };
  const env = { LOCAL_AGENT_PLATFORM_APIS: JSON.stringify(platformApis) };
  expect(load({}, env)).toMatchObject({ platformApis });
  writeConfig({ platformApis: { tiktok: { origin: 'http://127.0.0.1:4000/' } } });
  expect(load()).toMatchObject({ platformApis: { tiktok: { origin: 'http://127.0.0.1:4000' } } });
});

it.each(['{', '{"myspace":{}}', '{"tiktok":{"speed":1}}'])("the platforms' APIs refuse %s", (text) =>
  expect(() => load({}, { LOCAL_AGENT_PLATFORM_APIS: text })).toThrow(
    'LOCAL_AGENT_PLATFORM_APIS: expected JSON such as',
  ),
);

describe('settings that belong together', () => {
  it('takes another host only with --allow-remote', () => {
    expect(() => load({ host: '0.0.0.0' })).toThrow(/--allow-remote/);
    expect(load({ host: '0.0.0.0', allowRemote: true }).host).toBe('0.0.0.0');
    expect(load({ host: 'localhost' }).host).toBe('localhost');
  });

  it('takes a Supabase project only with its key, and a key only with its project', () => {
    const supabaseUrl = 'https://abc.supabase.co/';
    expect(() => load({ supabaseUrl })).toThrow(/--supabase-key/);
    expect(() => load({ supabaseKey: 'sb_publishable_x' })).toThrow(/--supabase-url/);
    expect(load({ supabaseUrl, supabaseKey: 'k' }).supabaseUrl).toBe('https://abc.supabase.co');
  });

  it('takes one database, not two', () => {
    const env = { LOCAL_AGENT_DATABASE_URL: 'postgres://localhost/x' };
    expect(load({}, env).databaseUrl).toBe('postgres://localhost/x');
    expect(() => load({ supabaseUrl: 'https://abc.supabase.co', supabaseKey: 'k' }, env)).toThrow(/its own database/);
  });

  it('takes origins as a list or separated by commas, without path', () => {
    const allowedOrigins = ['https://a.example', 'http://localhost:5173'];
    expect(load({ allowedOrigins: ['https://a.example/x', 'http://localhost:5173'] })).toMatchObject({
      allowedOrigins,
    });
    const env = { LOCAL_AGENT_ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173/' };
    expect(load({}, env)).toMatchObject({ allowedOrigins });
  });
});
