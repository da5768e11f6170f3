import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from '../../../server/browser/find-browser.ts';
import { CHROME_VERSION, type InstallOptions, installBrowser } from '../../../server/browser/install-browser.ts';
import { offerBrowser } from '../../../server/cli/agent/browser.ts';
import { zipOf } from '../../helpers/archive-files.ts';
import { testFolder } from '../../helpers/file-folder.ts';
import { findTestBrowser } from '../../helpers/find-test-browser.ts';
import { serve as serveOn } from '../../helpers/loopback.ts';

const PADDING = 300_000;

let folder: string;
let cache: string;
let host: Awaited<ReturnType<typeof startChromeHost>> | undefined;
beforeEach(async () => {
  folder = await testFolder();
  cache = join(folder, 'cache');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await host?.close();
  host = undefined;
});

/** An archive that stands in for Chrome's: its program is a script that starts this machine's browser. */
async function chrome(): Promise<Buffer> {
  const { executablePath, env } = await findTestBrowser();
  const needed = ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH'].filter((name) => env[name]);
  const exports = needed.map((name) => `export ${name}='${env[name]}'\n`).join('');
  const program = `#!/bin/sh\n${exports}exec '${executablePath}' "$@"\n`;
  return zipOf({ 'chrome-linux64/chrome': program, padding: randomBytes(PADDING) });
}

/** Responds to a download; `path` is that of the archive. */
type Serve = (response: ServerResponse, path: string) => void;
/** A fake of the Chrome for Testing download host, on loopback. */
const startChromeHost = (send: Serve) => serveOn((request, response) => send(response, request.url ?? ''));

const send = (content: Buffer) => (response: ServerResponse) => {
  response.setHeader('content-length', content.length);
  response.end(content);
};
/** Sends half of the announced bytes, then nothing. */
const sendHalf = (response: ServerResponse, leave: () => void) => {
  response.setHeader('content-length', 2 * PADDING);
  response.write(Buffer.alloc(PADDING), leave);
};

async function install(serve: Serve, options: Partial<InstallOptions> = {}) {
  host = await startChromeHost(serve);
  const place = { platform: process.platform, home: folder, env: { PUPPETEER_CACHE_DIR: cache } };
  const usual = { mirror: host.origin, signal: new AbortController().signal, onProgress: () => undefined };
  return installBrowser(place, { ...usual, neededBytes: 0, ...options });
}

const contents = () => readdir(cache, { recursive: true });

describe('a download of Chrome', () => {
  it('shows how far it is, lands where browsers are looked for, and is not done twice', async () => {
    const archive = await chrome();
    const asked: string[] = [];
    const serve: Serve = (response, path) => {
      asked.push(path);
      send(archive)(response);
    };
    const told: [number, number][] = [];
    const installed = await install(serve, { onProgress: (...progress) => told.push(progress) });
    expect(asked).toEqual([`/${CHROME_VERSION}/linux64/chrome-linux64.zip`]);
    expect(told.at(-1)).toEqual([archive.length, archive.length]);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((one, other) => one - other));
    expect(installed.isNew).toBe(true);
    expect(await findBrowser({ PUPPETEER_CACHE_DIR: cache })).toMatchObject({
      executablePath: installed.executablePath,
      source: 'cache',
    });
    expect((await readdir(cache)).toSorted()).toEqual(['chrome']);
    await host?.close();
    expect(await install(serve)).toEqual({ ...installed, isNew: false });
    expect(asked).toHaveLength(1);
  });

  it.each<[string, Serve, RegExp]>([
    ['is cut', (response) => sendHalf(response, () => response.destroy()), /Nothing was received for 0\.3 s/],
    ['is refused', (response) => response.writeHead(404).end(), /code 404/],
    [
      'is something else',
      send(Buffer.from('<html>Sign in to the hotel</html>')),
      /could not be downloaded: .+zip|signature/i,
    ],
    ['has no Chrome in it', send(zipOf({ readme: 'Hello' })), /download contains no Chrome/],
  ])('that %s says so and leaves nothing', async (_what, serve, message) => {
    await expect(install(serve, { stalledMs: 300 })).rejects.toThrow(message);
    expect(await contents()).toEqual([]);
  });

  it('is not begun without room, nor where nothing can be written', async () => {
    const serve = send(await chrome());
    await expect(install(serve, { neededBytes: 2 ** 60 })).rejects.toThrow(/too little space.*PUPPETEER_CACHE_DIR/);
    await host?.close();
    cache = join(folder, 'file', 'cache');
    await writeFile(join(folder, 'file'), '');
    await expect(install(serve)).rejects.toThrow(/cannot be written .*PUPPETEER_CACHE_DIR/);
  });

  it('can be broken off, which leaves nothing', async () => {
    const person = new AbortController();
    const reason = new Error('Ctrl+C');
    const serve: Serve = (response) => sendHalf(response, () => person.abort(reason));
    await expect(install(serve, { signal: person.signal })).rejects.toBe(reason);
    expect(await contents()).toEqual([]);
  });
});

describe('local-agent browser install', () => {
  it('is offered by the doctor to a person at a terminal only', async () => {
    host = await startChromeHost(send(await chrome()));
    const environment = { PUPPETEER_CACHE_DIR: cache, PUPPETEER_CHROME_DOWNLOAD_BASE_URL: host.origin };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const ask = async (answer: string, isTTY: boolean) => {
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
      const streams = { stdin: Object.assign(stdin, { isTTY }), stdout, stderr: Object.assign(stderr, { isTTY }) };
      stdin.write(`${answer}\n`);
      const accepted = await offerBrowser({ ...streams, ending: new AbortController().signal });
      return [accepted, String(stdout.read() ?? ''), String(stderr.read() ?? '')];
    };
    expect(await ask('', false)).toEqual([false, '', '']);
    expect(await ask('n', true)).toEqual([false, '', expect.stringContaining('[Y/n]')]);
    expect(await ask('y', true)).toEqual([
      true,
      expect.stringContaining('is installed'),
      expect.stringMatching(/\r100 %, 0\.3 of 0\.3 MB[^\n]*\n/),
    ]);
  });
});
