import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page } from '../../../../server/browser/puppeteer.ts';
import { type ByHand, type ByHandDeps, openByHand } from '../../../../server/features/publishing/by-hand/by-hand.ts';
import { composerAddress } from '../../../../server/features/publishing/by-hand/composers.ts';
import type { OutgoingMedia } from '../../../../server/features/publishing/publisher.ts';
import type { ComposerScript } from '../../../../shared/platforms/composer-script.ts';
import type { Composer } from '../../../../shared/platforms/descriptor.ts';
import { instagram } from '../../../../shared/platforms/instagram/platform.ts';
import { linkedin } from '../../../../shared/platforms/linkedin/platform.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { serve } from '../../../helpers/loopback.ts';
import { mediaOf } from '../../../helpers/publishing/platform-sessions.ts';
import { savedSessions, writeSession } from '../../../helpers/saved-sessions.ts';

/** The requests to the fake platform. */
let told: { path: string; body: string; cookie: string }[];
let origin: string;
let closeSite: () => Promise<void>;
let dataDir: string;
let accountId: string;
let byHand: ByHand;
/** Delays the response of /slow until it resolves. */
const slow = deferred();

/** A composer that reports what was entered, and whether Post was pressed. */
const page = (inputs: string) => `<!doctype html><title>Compose</title>
  <form role="dialog"><textarea></textarea>${inputs}<button type="button">Post</button></form>
  <a class="me" href="https://x.com/ada">Me</a>
  <script>
    const tell = (path, body) => fetch(path, { method: 'POST', body });
    const text = new URLSearchParams(location.search).get('text');
    document.querySelector('textarea').value = text ?? '';
    tell('/shown', text ?? '');
    document.querySelector('button').onclick = () => tell('/posted', document.querySelector('textarea').value);
    document.querySelector('form').onsubmit = () => tell('/posted', 'submitted');
    for (const input of document.querySelectorAll('input')) input.onchange = async () => {
      const files = [...input.files].map(async (file) => [file.name, file.type, await file.text()].join(':'));
      document.querySelector('textarea').after(document.createElement('canvas'));
      tell('/chosen', (await Promise.all(files)).join());
    };
    /** As if the person had pressed Post. */
    window.publish = (author) => {
      document.querySelector('form').remove();
      document.body.insertAdjacentHTML('beforeend', '<p role="status">Sent. <a href="https://x.com/' + author + '/status/7">View</a></p>');
    };
  </script>`;
const INPUTS: Record<string, string> = {
  '/one': '<input type="file" accept="image/*,video/mp4" multiple hidden>',
  '/slow': '<input type="file" multiple hidden>',
  '/two': '<input type="file" multiple><input type="file" multiple>',
  '/none': '',
};

const script: ComposerScript = {
  scope: '[role=dialog]',
  begins: 'textarea',
  steps: [
    { do: 'write', field: 'textarea', wording: 'text' },
    { do: 'attach', input: 'input' },
  ],
  publish: { names: ['Post'] },
  live: '^https://x\\.com/(?<name>\\w+)/status/\\d+$',
  profile: '.me',
};
const LIMITS = { lookMs: 2_000, personMs: 2_000, uploadMs: 10_000, settleMs: 500, pollMs: 50 };
/** For pages on which the expected element never appears. */
const SOON = { ...LIMITS, lookMs: 400 };

beforeAll(async () => {
  ({ origin, close: closeSite } = await serve(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (request.method === 'POST') {
      let body = '';
      for await (const piece of request) body += piece;
      told.push({ path: pathname, body, cookie: request.headers.cookie ?? '' });
      return response.end();
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/slow') {
      told.push({ path: '/asked', body: '', cookie: '' });
      await slow.promise;
    }
    response.end(page(INPUTS[pathname] ?? ''));
  }));
});
afterAll(() => closeSite());
beforeEach(async () => {
  told = [];
  dataDir = await testFolder();
  accountId = randomUUID();
  await writeSession(dataDir, accountId, [
    {
      name: 'sessionid',
      value: 'kept',
      domain: '127.0.0.1',
      path: '/',
      expires: Math.round(Date.now() / 1000) + 3600,
      secure: false,
      httpOnly: true,
    },
  ]);
});
afterEach(async () => {
  await byHand?.close();
  expect(await processesOn(dataDir)).toEqual([]);
  expect(told.filter(({ path }) => path === '/posted')).toEqual([]);
});

const composerAt = (path: string): Composer => ({
  address: `${origin}${path}`,
  textParameter: 'text',
  script: async () => ({ script }),
});

function open(path: string, deps: Partial<ByHandDeps> = {}): ByHand {
  const composer = composerAt(path);
  byHand = openByHand({
    dataDir,
    sessions: savedSessions(dataDir),
    workspace: 'mine',
    host: { env: process.env, hasScreen: false, isRoot: process.getuid?.() === 0 },
    log: pino({ level: 'silent' }),
    person: () => undefined,
    composers: { twitter: composer },
    limits: LIMITS,
    watchPollMs: 50,
    ...deps,
  });
  return byHand;
}

const of = ({ accountId, platform, post }: ReturnType<typeof give>) => ({ id: post.key, accountId, platform });
const comesTo = (given: ReturnType<typeof give>, state: object) =>
  vi.waitFor(async () => expect(await byHand.state(of(given))).toMatchObject(state), { timeout: 20_000 });
const READY = { state: 'window', files: [], preparation: { is: 'ready', press: 'Post', isGrey: false } };

const media = (text: string, mimeType = 'image/png') => mediaOf(Buffer.from(text), mimeType);

const give = (files: OutgoingMedia[], text = 'Bread & butter + jam: 100% ünder #1') => ({
  accountId: accountId as string | null,
  platform: 'twitter' as 'twitter' | 'mastodon' | 'bluesky',
  server: null as string | null,
  onPosted: vi.fn(async (_url: string) => undefined),
  post: { key: randomUUID(), parts: [text, 'the second of a thread'], media: files },
});

const bodyOf = (path: string) =>
  vi.waitFor(
    () => {
      const found = told.find((one) => one.path === path);
      if (!found) throw new Error(`nothing came to ${path}`);
      return found;
    },
    { timeout: 30_000 },
  );

describe("the composer in the account's own window", () => {
  it('has the text and the files in it, with the log-in, and nobody pressed Post', async () => {
    const given = give([media('first'), media('second', 'video/mp4')]);
    const state = await open('/one').openComposer(given);
    expect(state.state).toBe('window');
    expect(await bodyOf('/shown')).toMatchObject({ body: given.post.parts[0], cookie: 'sessionid=kept' });
    expect((await bodyOf('/chosen')).body).toBe('01.png:image/png:first,02.mp4:video/mp4:second');
    await comesTo(given, READY);
    const folder = join(dataDir, 'by-hand', given.post.key);
    expect(readdirSync(folder)).toEqual(['01.png', '02.mp4']);
    expect(statSync(join(folder, '01.png')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await byHand.finish(given.post.key);
    expect(existsSync(folder)).toBe(false);
    expect(await byHand.state(of(given))).toMatchObject({ state: 'none', canPrepare: true });
  });

  it('knows the live post by the page’s message, marks it where it is the account’s own, and fills in again what is gone', async () => {
    const pages: Page[] = [];
    open('/none', { person: (shown) => void pages.push(shown) });
    // The account's next post replaces one that is published.
    for (const [author, isMarked] of [
      ['eve', false],
      ['ada', true],
    ] as const) {
      const given = give([]);
      await byHand.openComposer(given);
      await comesTo(given, READY);
      await pages.at(-1)?.evaluate(`publish('${author}')`);
      const url = `https://x.com/${author}/status/7`;
      await comesTo(given, { state: 'window', preparation: { is: 'posted', url, isMarked } });
      expect(given.onPosted.mock.calls).toEqual(isMarked ? [[url]] : []);
      // A published post is not filled in again.
      expect(await byHand.openComposer(given)).toMatchObject({ preparation: { is: 'posted', url } });
    }
    const unnamed = give([]);
    await byHand.openComposer(unnamed);
    await comesTo(unnamed, READY);
    await pages.at(-1)?.evaluate('document.querySelector("form").remove()');
    await comesTo(unnamed, { preparation: { is: 'gone' } });
    await byHand.openComposer(unnamed);
    await comesTo(unnamed, READY);
  });

  it('leaves the files to the person where it is not sure which input takes them', async () => {
    const given = give([media('first'), media('second')]);
    await open('/two', { limits: SOON }).openComposer(given);
    await comesTo(given, {
      state: 'window',
      files: [expect.stringMatching(/01\.png$/), expect.stringMatching(/02\.png$/)],
      preparation: { is: 'stopped', at: 'media', hasText: true },
    });
    expect(told.filter((one) => one.path === '/chosen')).toEqual([]);
  });

  it('has one composer filled in at a time', async () => {
    const first = give([media('first')]);
    open('/slow', { composers: { twitter: composerAt('/slow'), bluesky: composerAt('/one') } });
    const opening = byHand.openComposer(first);
    await bodyOf('/asked');
    const account = randomUUID();
    await writeSession(dataDir, account, []);
    const second = { ...give([]), accountId: account, platform: 'bluesky' as const };
    await expect(byHand.openComposer(second)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('composer of X is being filled in'),
    });
    slow.resolve();
    await opening;
    await comesTo(first, READY);
    expect(await byHand.openComposer(second)).toMatchObject({ state: 'window' });
    expect(await byHand.cancel(of(second))).toMatchObject({ state: 'none' });
  });

  it('says so when it cannot be opened', async () => {
    const nowhere = { address: 'http://127.0.0.1:1/compose', textParameter: null };
    expect(await open('/one', { composers: { twitter: nowhere } }).openComposer(give([]))).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('127.0.0.1:1 could not be opened'),
    });
  });

  it('is over when the person closes it, and keeps the files until the delivery is over', async () => {
    const given = give([media('first')]);
    open('/one', { person: (shown) => void shown.close() });
    await byHand.openComposer(given);
    await comesTo(given, { state: 'none' });
    expect(readdirSync(join(dataDir, 'by-hand', given.post.key))).toEqual(['01.png']);
  });
});

describe("the composer in the person's own browser", () => {
  it('is where the account has no log-in here, there is no account, or no screen', async () => {
    open('/one', { person: undefined });
    const given = { ...give([media('first')], 'Hello'), accountId: null };
    const expected = {
      state: 'address',
      address: `${origin}/one?text=Hello`,
      files: [expect.stringMatching(/01\.png$/)],
    };
    expect(await byHand.openComposer(given)).toEqual(expected);
    expect(await byHand.state(of(given))).toEqual(expected);
    // Likewise if no window can be shown.
    const shownNowhere = give([], 'Hello');
    const none = { state: 'none', canPrepare: false, needsLogIn: false, noScreen: true };
    expect(await byHand.state(of(shownNowhere))).toEqual(none);
    expect(await byHand.openComposer(shownNowhere)).toMatchObject({ state: 'address' });
    expect(await byHand.openComposer({ ...give([], 'Hello'), accountId: randomUUID() })).toMatchObject({
      state: 'address',
    });
    const mastodon = { ...give([], 'Hello'), platform: 'mastodon' as const, accountId: null };
    expect(await byHand.openComposer({ ...mastodon, server: 'https://mastodon.example' })).toMatchObject({
      address: 'https://mastodon.example/share?text=Hello',
    });
    for (const server of [null, 'javascript:alert(1)', 'mastodon.example']) {
      await expect(byHand.openComposer({ ...mastodon, server })).rejects.toMatchObject({ code: 'bad_input' });
    }
    expect(told).toEqual([]);
  });

  it('takes the text in its address, unless that is too long', () => {
    const text = 'a b+c & d\n#e \ud800';
    const address = composerAddress(linkedin.composer, text);
    expect(address).toMatch(/^https:\/\/www\.linkedin\.com\/feed\/\?shareActive=true&text=a%20b%2Bc/);
    expect(new URL(address).searchParams.get('text')).toBe('a b+c & d\n#e \ufffd');
    expect(composerAddress(linkedin.composer, 'ü'.repeat(3000))).toBe(linkedin.composer.address);
    expect(composerAddress(instagram.composer, text)).toBe(instagram.composer.address);
  });
});

describe('the files of posts by hand', () => {
  it('are removed at the next start, and links are not followed', async () => {
    const outside = await testFolder();
    writeFileSync(join(outside, 'kept.txt'), 'kept');
    const key = randomUUID();
    mkdirSync(join(dataDir, 'by-hand', randomUUID()), { recursive: true });
    symlinkSync(outside, join(dataDir, 'by-hand', key));
    open('/one', { person: undefined });
    await byHand.openComposer({ ...give([]), accountId: null });
    expect(existsSync(join(dataDir, 'by-hand'))).toBe(false);
    mkdirSync(join(dataDir, 'by-hand'));
    symlinkSync(outside, join(dataDir, 'by-hand', key));
    const given = give([media('first')]);
    await byHand.openComposer({ ...given, accountId: null, post: { ...given.post, key } });
    expect(readdirSync(outside)).toEqual(['kept.txt']);
    expect(readFileSync(join(dataDir, 'by-hand', key, '01.png'), 'utf8')).toBe('first');
    const path = { ...given, accountId: null, post: { ...given.post, key: '../../x' } };
    await expect(byHand.openComposer(path)).rejects.toMatchObject({ code: 'bad_input' });
  });
});
