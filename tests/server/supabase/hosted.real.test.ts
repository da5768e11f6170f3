import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerVerifier } from '../../../server/supabase/hosted/callers.ts';
import { IN_FORM, IN_LINK } from '../../../server/supabase/hosted/project.ts';
import { type HostedOptions, openHosted } from '../../../server/supabase/hosted.ts';
import { readMigrations } from '../../../server/supabase/migrate.ts';
import { serve } from '../../helpers/loopback.ts';

/**
 * What only Supabase's own servers do (published keys, a project that lacks something) is faked here on loopback; the
 * rest is tested in tests/server/http/hosted.real.test.ts, with an agent's embedded backend as the project.
 */

type Reply = [status: number, body: unknown];

const PUBLIC_KEY = 'sb_publishable_x';
const SECRET_KEY = 'sb_secret_x';
const signing = await generateKeyPair('ES256');
const foreign = await generateKeyPair('ES256');
const newestMigration = (await readMigrations()).at(-1)?.version ?? '';

let server: Awaited<ReturnType<typeof serve>>;
let url: string;
let answers: Record<string, Reply | ((headers: Record<string, unknown>) => Reply)>;
let asked: string[];
const MEMBER = { role: 'member', mayRunCode: false };

beforeEach(async () => {
  asked = [];
  answers = {
    '/auth/v1/settings': ({ apikey }) => (apikey === PUBLIC_KEY ? [200, { external: {} }] : [401, {}]),
    '/auth/v1/user': [200, { id: 'u1', email: 'me@example.com' }],
    '/auth/v1/.well-known/jwks.json': [
      200,
      { keys: [{ ...(await exportJWK(signing.publicKey)), kid: 'k1', alg: 'ES256' }] },
    ],
    '/rest/v1/rpc/is_member': ({ apikey, authorization }) =>
      apikey === SECRET_KEY || String(authorization).startsWith('Bearer ey')
        ? [200, true]
        : [401, { code: '42501', message: 'permission denied for function is_member' }],
    '/rest/v1/rpc/member_rights': ({ authorization }) =>
      String(authorization).startsWith('Bearer ey') ? [200, { role: 'member', may_run_code: false }] : [401, {}],
    '/rest/v1/rpc/schema_version': ({ apikey }) =>
      apikey === SECRET_KEY
        ? [200, newestMigration]
        : [401, { code: '42501', message: 'permission denied for function schema_version' }],
  };
  server = await serve((request, response) => {
    const path = String(request.url);
    asked.push(path);
    const answer = answers[path] ?? [404, { code: 'NOT_FOUND', message: 'Requested function was not found' }];
    const [status, body] = typeof answer === 'function' ? answer(request.headers) : answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  url = server.origin;
});
afterEach(() => server.close());

const open = (options: Partial<HostedOptions> = {}) =>
  openHosted({ url, publishableKey: PUBLIC_KEY, secretKey: SECRET_KEY, log: pino({ level: 'silent' }), ...options });

function token(options: { key?: CryptoKey; kid?: string; role?: string; expires?: string } = {}): Promise<string> {
  const { key = signing.privateKey, kid = 'k1', role = 'authenticated', expires = '1h' } = options;
  return new SignJWT({ role, email: 'me@example.com' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setSubject('u1')
    .setExpirationTime(expires)
    .sign(key);
}

const oldToken = () =>
  new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('u1')
    .setExpirationTime('1h')
    .sign(new Uint8Array(32));

const has =
  (version: string) =>
  ({ apikey }: Record<string, unknown>): Reply =>
    apikey === SECRET_KEY ? [200, version] : [401, { code: '42501' }];

describe('opening tells what is wrong, and what to do:', () => {
  type Options = Parameters<typeof open>[0];
  it.each<[what: string, Partial<typeof answers>, Options, RegExp]>([
    ['nobody answers', {}, { url: 'http://127.0.0.1:9' }, /cannot be reached \(.+\)\. Check --supabase-url/],
    ['something else answers', { '/auth/v1/settings': [200, 'hello'] }, {}, /not a Supabase project \(status 200\)/],
    ['the project has a fault', { '/auth/v1/settings': [540, {}] }, {}, /status 540/],
    ['the public key is not good', {}, { publishableKey: 'sb_publishable_y' }, /does not accept the publishable key/],
    ['the secret key is a public one', {}, { secretKey: PUBLIC_KEY }, /does not accept the secret key/],
    ['the migrations are missing', { '/rest/v1/rpc/is_member': [404, { code: 'PGRST202' }] }, {}, /supabase db push/],
    ['they do not keep strangers out', { '/rest/v1/rpc/is_member': [200, false] }, {}, /does not restrict access/],
    ...[SECRET_KEY, null].map((secretKey): [string, Partial<typeof answers>, Options, RegExp] => [
      'the tables are of a development version',
      { '/rest/v1/rpc/schema_version': [404, { code: 'PGRST202' }] },
      { secretKey },
      /development version before 0\.1.*Use another project, or reset/,
    ]),
    [
      'the newest migration is missing',
      { '/rest/v1/rpc/schema_version': has('20261122080000') },
      {},
      new RegExp(`lacks the migration ${newestMigration}\\. In a checkout`),
    ],
    [
      'a newer one is there',
      { '/rest/v1/rpc/schema_version': has('29991231000000') },
      {},
      /newer local-agent \(it has migration 29991231000000\)\. Update/,
    ],
    [
      'the link names another address',
      {},
      { url: 'http://127.0.0.1:9', names: IN_LINK },
      /Check its address \(`local-agent link`\) and/,
    ],
    ['the key of a form is not good', {}, { publishableKey: 'x', names: IN_FORM }, /publishable key\. Copy/],
  ])('%s', async (_what, changed, options, message) => {
    Object.assign(answers, changed);
    await expect(open(options)).rejects.toMatchObject({
      code: expect.any(String),
      message: expect.stringMatching(message),
    });
  });

  it('the public key is a secret one, old or new, and is not even sent', async () => {
    const old = await token({ role: 'service_role' });
    for (const publishableKey of [SECRET_KEY, old]) {
      await expect(open({ publishableKey })).rejects.toThrow(/is a secret one/);
    }
    expect(asked).toEqual([]);
  });
});

describe('verify', () => {
  it("trusts the project's published keys without asking its auth server", async () => {
    const { verify } = await open();
    expect(await verify(await token())).toEqual({ userId: 'u1', email: 'me@example.com', rights: MEMBER });
    expect(asked).not.toContain('/auth/v1/user');
  });

  it('refuses a foreign signature, another role, a token that has expired by the project, none at all and garbage', async () => {
    const { verify } = await open();
    const expired = await token({ expires: '-1s' });
    answers['/rest/v1/rpc/member_rights'] = ({ authorization }) =>
      authorization === `Bearer ${expired}`
        ? [401, { code: 'PGRST303' }]
        : [200, { role: 'member', may_run_code: false }];
    const unsigned = (await token()).replace(/^[^.]+/, btoa('{"alg":"none"}').replace(/=+$/, ''));
    for (const bad of [
      await token({ key: foreign.privateKey }),
      await token({ role: 'anon' }),
      expired,
      unsigned,
      (await token()).replace(/^[^.]+/, 'x'),
      'garbage',
      'a.b.c',
    ]) {
      expect(await verify(bad)).toBeNull();
    }
  });

  it('knows a member by a token that has expired by the clock of this machine alone', async () => {
    const { verify } = await open();
    expect(await verify(await token({ expires: '-1h' }))).toMatchObject({ userId: 'u1', rights: MEMBER });
  });

  it('asks the auth server about tokens whose key is not published', async () => {
    const { verify } = await open();
    for (const unpublished of [await oldToken(), await token({ kid: 'rotated' })]) {
      expect(await verify(unpublished)).toMatchObject({ userId: 'u1', rights: MEMBER });
    }
    answers['/auth/v1/user'] = [403, { code: 'bad_jwt' }];
    expect(await verify(await token({ key: foreign.privateKey, kid: 'rotated' }))).toBeNull();
  });

  it('remembers members for five seconds, and nobody else', async () => {
    let now = Date.now();
    const verify = callerVerifier({ url, publishableKey: PUBLIC_KEY }, () => now);
    const member = await oldToken();
    await Promise.all([verify(member), verify(member)]);
    expect(asked.filter((path) => path === '/auth/v1/user')).toHaveLength(1);
    now += 5_000;
    answers['/rest/v1/rpc/member_rights'] = [200, null];
    expect(await verify(member)).toMatchObject({ rights: null });
    answers['/rest/v1/rpc/member_rights'] = [200, { role: 'owner', may_run_code: true }];
    expect(await verify(member)).toMatchObject({ rights: { role: 'owner', mayRunCode: true } });
  });

  it('says so when the project is gone, instead of refusing', async () => {
    const { verify } = await open();
    const member = await oldToken();
    await server.close();
    await expect(verify(member)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('invokeFunction', () => {
  it('says that the function is not deployed', async () => {
    const { invokeFunction } = await open();
    await expect(invokeFunction('auto-generate-content', {})).rejects.toThrow(/functions deploy auto-generate-content/);
  });

  it("hands over the function's own 404", async () => {
    answers['/functions/v1/auto-generate-content'] = [404, { error: 'No project yet.', code: 'no_project' }];
    const { invokeFunction } = await open();
    expect((await invokeFunction('auto-generate-content', {})).status).toBe(404);
  });

  it('needs the secret key', async () => {
    const { invokeFunction } = await open({ secretKey: null });
    await expect(invokeFunction('auto-generate-content', {})).rejects.toThrow(/--supabase-secret-key/);
  });
});
