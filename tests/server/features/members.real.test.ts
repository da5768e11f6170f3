import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import {
  accountCookiesPath,
  accountLoginPath,
  accountSessionPath,
  channelPath,
  channelSignInPath,
  LOCAL_INSTALL_PATH,
} from '../../helpers/agent-paths.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

/** Permissions of an owner, a member who may run code, and one who may not. */
const agent = ofFile(workerAgent);
let owner: string;
let member: string;
const OWNER = 'owner@example.com';
const MEMBER = 'member@example.com';

beforeAll(async () => {
  owner = await newMember(OWNER);
  member = await newMember(MEMBER);
});

async function newMember(email: string): Promise<string> {
  const { password } = await agent.addMember(email);
  return agent.signIn(email, password);
}

type Person = { email: string; role: string; mayRunCode: boolean };
async function people(): Promise<Person[]> {
  const list: Person[] = await (await agent.call('/api/users', { token: owner })).json();
  return list.map(({ email, role, mayRunCode }) => ({ email, role, mayRunCode }));
}

type Answered = { status: number } & Record<string, unknown>;
async function ask(token: string, path: string, body?: object, method?: string): Promise<Answered> {
  const answer = await agent.call(path, { token, ...(body && { body }), ...(method && { method }) });
  const text = await answer.text();
  return { ...(text !== '' && (JSON.parse(text) as Record<string, unknown>)), status: answer.status };
}
const run = (token: string, body: object) => ask(token, '/api/scripts/run', body);

const code = (word: string) => `log(${JSON.stringify(word)});`;
/** Inserts a script directly into the database as a member, as the Scripts screen does. */
async function writtenBy(token: string, text: string): Promise<string> {
  const row = { name: 'Shared', code: text };
  const { data } = await agent.supabase(token).from('puppeteer_scripts').insert(row).select().single().throwOnError();
  return data.id;
}
async function change(token: string, id: string, text: string): Promise<void> {
  await agent.supabase(token).from('puppeteer_scripts').update({ code: text }).eq('id', id).throwOnError();
}

describe('the first member', () => {
  it('is the owner, and the others are members who run no code', async () =>
    expect(await people()).toEqual([
      { email: OWNER, role: 'owner', mayRunCode: true },
      { email: MEMBER, role: 'member', mayRunCode: false },
    ]));

  it('stays the only owner until another takes over', async () => {
    const path = `/api/users/${OWNER}`;
    expect(await ask(owner, path, undefined, 'DELETE')).toMatchObject({ status: 409 });
    expect(await ask(owner, path, { role: 'member' }, 'PUT')).toMatchObject({
      status: 409,
      error: expect.stringContaining('set-role'),
    });
    expect(await people()).toHaveLength(2);
  });
});

describe('a member who is not the owner', () => {
  it('adds, changes and removes nobody, and sets no keys, accounts and tokens: 403', async () => {
    const id = crypto.randomUUID();
    const refused: [method: string, path: string, body?: object][] = [
      ['GET', '/api/users'],
      ['POST', '/api/users', { email: 'new@example.com', password: 'correct horse' }],
      ['PUT', `/api/users/${MEMBER}`, { role: 'owner' }],
      ['PUT', `/api/users/${OWNER}/password`, { password: 'battery staple' }],
      ['DELETE', `/api/users/${OWNER}`],
      ['POST', '/api/backups', { withSecrets: true }],
      ['POST', '/api/ai', { provider: 'openai', apiKey: 'sk-0123456789' }],
      ['POST', '/api/ai/test', { provider: 'custom', baseUrl: 'http://127.0.0.1:9' }],
      ['POST', '/api/ai/models', { provider: 'custom', baseUrl: 'http://127.0.0.1:9' }],
      ['POST', LOCAL_INSTALL_PATH, { model: 'any' }],
      ['POST', channelPath(id), {}],
      ['DELETE', channelPath(id)],
      ['POST', channelSignInPath(id), {}],
      ['POST', accountLoginPath(id)],
      ['POST', accountCookiesPath(id), { cookies: '[]' }],
      ['DELETE', accountSessionPath(id)],
      ['GET', '/api/mcp/tokens'],
      ['POST', '/api/mcp/tokens', { name: 'mine', scopes: ['run'] }],
      ['PUT', '/api/log-level', { level: 'trace' }],
      ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ];
    for (const [method, path, body] of refused) {
      expect([method, path, (await ask(member, path, body, method)).status]).toEqual([method, path, 403]);
    }
    expect(await people()).toHaveLength(2);
  });

  it('gives themselves nothing in the database either', async () => {
    const theirs = agent.supabase(member);
    const { data } = await theirs.rpc('list_members').throwOnError();
    const own = data.find(({ email }) => email === MEMBER)?.user_id ?? '';
    for (const { error } of [
      await theirs.rpc('set_may_run_code', { member: own, allowed: true }),
      await theirs.from('members').update({ role: 'owner' }).eq('user_id', own),
      await theirs.from('members').insert({ user_id: own, role: 'owner' }),
    ])
      expect(error).toMatchObject({ code: '42501' });
    expect((await people())[1]).toEqual({ email: MEMBER, role: 'member', mayRunCode: false });
  });

  it('runs no code, and is told who allows it', async () => {
    const id = await writtenBy(member, code('mine'));
    for (const body of [{ script: code('ad hoc') }, { scriptId: id }])
      expect(await run(member, body)).toMatchObject({ status: 403, error: expect.stringContaining('owner') });
    expect(await ask(member, '/api/scripts/permission')).toMatchObject({
      mayRun: false,
      reason: expect.stringContaining('owner'),
    });
    expect(await ask(member, '/api/scripts/approvals', { script: code('mine') })).toMatchObject({ status: 403 });
    expect(await (await agent.call('/api/scripts/runs')).json()).toEqual([]);
  });

  it('runs code while the owner trusts them with it', async () => {
    const { data } = await agent.supabase(owner).rpc('list_members').throwOnError();
    const id = data.find(({ email }) => email === MEMBER)?.user_id ?? '';
    const trust = (allowed: boolean) =>
      agent.supabase(owner).rpc('set_may_run_code', { member: id, allowed }).throwOnError();
    await trust(true);
    expect(await run(member, { script: code('trusted') })).toMatchObject({ status: 200, logs: ['trusted'] });
    await trust(false);
    expect(await run(member, { script: code('trusted') })).toMatchObject({ status: 403 });
  });
});

describe('a saved script', () => {
  it('that another member changed asks before it runs, and runs by its hash', async () => {
    const { id } = await ask(owner, '/api/scripts', { name: 'Report', code: code('own') });
    const scriptId = String(id);
    expect(await run(owner, { scriptId })).toMatchObject({ status: 200, logs: ['own'] });

    await change(member, scriptId, code('theirs'));
    const asked = await run(owner, { scriptId });
    expect(asked).toMatchObject({
      status: 409,
      code: 'not_approved',
      approval: { name: 'Report', changedBy: MEMBER, script: code('theirs') },
    });
    const { sha256 } = asked.approval as { sha256: string };
    // As sent by the editor, which includes the loaded text, unchanged or with the user's own edits.
    for (const script of [code('theirs'), `${code('theirs')} // mine`])
      expect(await run(owner, { scriptId, script })).toMatchObject({ status: 409, code: 'not_approved' });
    // The script is changed again while the user is reviewing it.
    await change(member, scriptId, code('worse'));
    expect(await run(owner, { scriptId, approve: sha256 })).toMatchObject({ status: 409, code: 'not_approved' });

    await change(member, scriptId, code('theirs'));
    expect(await run(owner, { scriptId, approve: sha256 })).toMatchObject({ status: 200, logs: ['theirs'] });
    expect(await run(owner, { scriptId })).toMatchObject({ status: 200, logs: ['theirs'] });
    expect(await run(owner, { scriptId, script: `${code('theirs')} // mine` })).toMatchObject({ status: 200 });
    if (process.platform !== 'win32')
      expect((await stat(join(agent.dataDir, 'approved-scripts.json'))).mode & 0o777).toBe(0o600);
  });

  it('that came by other ways (service key, restore, other machine) asks too, also the agent token', async () => {
    const row = { name: 'Planted', code: code('planted') };
    const { data } = await agent.admin.from('puppeteer_scripts').insert(row).select().single().throwOnError();
    for (const token of [owner, agent.agentToken])
      expect(await run(token, { scriptId: data.id })).toMatchObject({
        status: 409,
        code: 'not_approved',
        approval: { changedBy: null },
      });
  });

  it('that was saved from the editor is approved where what it came from was', async () => {
    const approve = (script: string, before: string) => ask(owner, '/api/scripts/approvals', { script, before });
    const id = await writtenBy(owner, code('edited'));
    expect(await approve(code('edited'), code('never seen'))).toMatchObject({ approved: false });
    expect(await run(owner, { scriptId: id })).toMatchObject({ status: 409 });
    expect(await approve(code('edited'), '// Write your Puppeteer warm-up script here\n')).toMatchObject({
      approved: true,
    });
    expect(await run(owner, { scriptId: id })).toMatchObject({ status: 200, logs: ['edited'] });
  });

  it('is not approved by giving it another name', async () => {
    const id = await writtenBy(member, code('renamed'));
    expect(await ask(owner, `/api/scripts/${id}`, { name: 'Trusty', code: code('renamed') }, 'PUT')).toMatchObject({
      status: 200,
    });
    expect(await run(owner, { scriptId: id })).toMatchObject({ status: 409, approval: { changedBy: MEMBER } });
  });

  it('names its author as the database knows them', async () => {
    const id = await writtenBy(member, code('one'));
    const author = async () =>
      (await agent.admin.from('puppeteer_scripts').select('changed_by').eq('id', id).single().throwOnError()).data;
    const { data } = await agent.supabase(owner).rpc('list_members').throwOnError();
    const [ownerId, memberId] = [OWNER, MEMBER].map((email) => data.find((one) => one.email === email)?.user_id);
    const forged = { code: code('two'), changed_by: ownerId ?? null };
    await agent.supabase(member).from('puppeteer_scripts').update(forged).eq('id', id).throwOnError();
    expect(await author()).toEqual({ changed_by: memberId });
    await agent.supabase(owner).from('puppeteer_scripts').update({ name: 'Two' }).eq('id', id).throwOnError();
    expect(await author()).toEqual({ changed_by: memberId });
    await agent.admin
      .from('puppeteer_scripts')
      .update({ code: code('three') })
      .eq('id', id)
      .throwOnError();
    expect(await author()).toEqual({ changed_by: null });
  });
});

describe('an agent that other machines reach', () => {
  const reach = (flags: object) => startTestAgent({ host: '0.0.0.0', allowRemote: true, ...flags });
  const asked = async (remote: TestAgent, path: string, body?: object) => {
    const answer = await remote.call(`http://127.0.0.1:${remote.port}/api/scripts/${path}`, body ? { body } : {});
    return { status: answer.status, ...(await answer.json()) };
  };

  it('runs no scripts where that is not switched on', async () => {
    const remote = await reach({});
    onTestFinished(() => remote.close());
    const refused = { status: 403, error: expect.stringContaining('--allow-remote-scripts') };
    expect(await asked(remote, 'run', { script: code('remote') })).toMatchObject(refused);
    expect(await asked(remote, 'permission')).toMatchObject({ mayRun: false });
  });

  it('runs them where it is, but none while its approvals cannot be read', async () => {
    const remote = await reach({ allowRemoteScripts: true });
    onTestFinished(() => remote.close());
    expect(await asked(remote, 'run', { script: code('remote') })).toMatchObject({ status: 200, logs: ['remote'] });
    expect(await asked(remote, 'permission')).toMatchObject({ mayRun: true });
    await writeFile(join(remote.dataDir, 'approved-scripts.json'), '{"sha256":["x"]}');
    const row = { name: 'Any', code: code('any') };
    const { data } = await remote.admin.from('puppeteer_scripts').insert(row).select().single().throwOnError();
    expect((await asked(remote, 'run', { scriptId: data.id })).status).toBe(500);
  });
});
