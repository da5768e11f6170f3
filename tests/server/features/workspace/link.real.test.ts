import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { EmbeddedConnection } from '../../../../server/supabase/embedded/backend.ts';
import { openAgentSession } from '../../../../server/supabase/hosted/agent-session.ts';
import { deepHealthSchema } from '../../../../shared/agent/health.ts';
import { workspaceSchema } from '../../../../shared/workspace/link.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startFoundAgent, startTestAgent } from '../../../helpers/agent.ts';
import { channelPath, JOBS_PATH } from '../../../helpers/agent-paths.ts';
import { runHere } from '../../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../../helpers/cli-ends.ts';
import { isFull } from '../../../helpers/depth.ts';
import { addPost } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { startPds } from '../../../helpers/pds.ts';
import { startProjectProxy } from '../../../helpers/project-proxy.ts';
import { emptyWorkspace } from '../../../helpers/workspace.ts';

/** A data directory linked to another agent's embedded backend, which stands in for the project. */

const PASSWORD = 'correct horse';
/** A progress event of the project's function. */
const WRITING = `event: progress\ndata: ${JSON.stringify({ step: 'writing', done: 0, total: 1 })}\n\n`;

const world = ofFile(async () => {
  const project = await startTestAgent();
  const [proxy, pds, dataDir] = await Promise.all([startProjectProxy(project.url), startPds(), emptyWorkspace()]);
  const me = await project.addMember('me@example.com', PASSWORD);
  const stranger = await project.addStranger('other@example.com', PASSWORD);
  const { publishableKey } = project.agent.connection;
  const link = (email = me.email, { key = publishableKey, url = proxy.url, password = PASSWORD } = {}) =>
    runHere(['link', url, '--key', key, '--email', email, '--password-stdin', '--data-dir', dataDir], password);
  return {
    project,
    proxy,
    pds,
    dataDir,
    stranger,
    link,
    close: () => Promise.all([project.close(), proxy.close(), pds.close()]),
  };
});

const status = () => runHere(['status', '--data-dir', world.dataDir]);

describe('link', () => {
  it('refuses a secret key, a wrong password and who is no member, and changes nothing', async () => {
    const { secretKey } = JSON.parse(await readFile(join(world.project.dataDir, 'keys.json'), 'utf8'));
    expect(await world.link(undefined, { key: secretKey })).toMatchObject(failsWith('never stores a secret one'));
    expect(await world.link(undefined, { key: 'sb_publishable_x' })).toMatchObject(
      failsWith('does not accept the publishable key (--key).'),
    );
    expect(await world.link(undefined, { password: 'wrong' })).toMatchObject(failsWith('does not accept this e-mail'));
    expect(await world.link(world.stranger.email)).toMatchObject(
      failsWith("select private.add_member('other@example.com')"),
    );
    expect(await world.link(undefined, { url: 'ftp://x' })).toMatchObject(failsWith('The address looks like'));
    expect(await readdir(world.dataDir)).not.toContain('link.json');
  });

  it('keeps the session alone, for this user alone', async () => {
    expect(await world.link()).toMatchObject(succeedsWith('stays as it is; `local-agent unlink` goes back'));
    for (const name of ['link.json', 'link-session.json']) {
      const path = join(world.dataDir, name);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readFile(path, 'utf8')).not.toContain(PASSWORD);
    }
    expect((await status()).stdout).toContain(`The workspace is in ${world.proxy.url}, signed in as me@example.com.`);
  });
});

it('a session notices that its member was removed, and that it was added again', async () => {
  const { admin } = world.project;
  const { publishableKey } = world.project.agent.connection;
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const silent = pino({ level: 'silent' });
  const session = await openAgentSession(world.dataDir, { url: world.project.url, publishableKey }, silent, now);
  const token = await session.token();
  const member = { user_id: String(decodeJwt(token).sub), role: 'owner' as const };
  await admin.from('members').delete().eq('user_id', member.user_id).throwOnError();
  expect(await session.token()).toBe(token);
  ahead += 31_000;
  await expect(session.token()).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringContaining('no longer a member'),
  });
  expect(session.problem()).toContain('local-agent link');
  expect(await (await session.fetch(`${world.project.url}/rest/v1/app_settings`)).json()).toMatchObject({
    code: 'unauthorized',
  });
  await admin.from('members').insert(member).throwOnError();
  expect(await session.token()).toBe(token);
  expect(session.problem()).toBeNull();

  // A token that is about to expire is refreshed once for all callers, and stored before it is used.
  ahead += 3_600_000;
  const [one, other] = await Promise.all([session.token(), session.token()]);
  expect(one).toBe(other);
  expect(JSON.parse(await readFile(join(world.dataDir, 'link-session.json'), 'utf8')).accessToken).toBe(one);
});

describe('a linked agent', () => {
  const linked = ofFile(async () => {
    const agent = await startFoundAgent({ dataDir: world.dataDir });
    return { agent, close: agent.close };
  });
  const place = async () => workspaceSchema.parse(await (await linked.agent.call('/api/workspace')).json());
  const post = async (caption: string) => {
    const at = new Date(Date.now() - 1000).toISOString();
    const due = { at, isOut: false, platform: 'bluesky', content: { caption } } as const;
    return (await addPost(world.project.admin, due)).place;
  };
  const statusOf = async (id: string) =>
    (await world.project.admin.from('scheduled_posts').select('status').eq('id', id).single().throwOnError()).data
      .status;

  it('works in the project as that member, with no key of it', async () => {
    expect(await place()).toMatchObject({ mode: 'hosted', link: { email: 'me@example.com' }, problem: null });
    expect(await (await linked.agent.call('/api/posts')).json()).toEqual([]);
    expect(await (await linked.agent.call(JOBS_PATH)).json()).toMatchObject({ problem: null });
    const { handle: identifier, appPassword } = world.pds.account;
    const { id: account } = await accountsTable(world.project.admin).insert({
      platform: 'bluesky',
      account_label: 'Sky',
    });
    const login = { platform: 'bluesky', identifier, appPassword, server: world.pds.origin };
    const connected = await linked.agent.call(channelPath(account), { body: login });
    expect(connected.status).toBe(200);
    const id = await post('From my own project');
    linked.agent.agent.startJobs();
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('published'), 20_000);
  });

  it.runIf(isFull)(
    'waits with everything once its session has ended, says so, and goes on after the next sign-in',
    async () => {
      const { accessToken } = JSON.parse(await readFile(join(world.dataDir, 'link-session.json'), 'utf8'));
      await world.project.supabase(accessToken).auth.admin.signOut(accessToken, 'local');
      const id = await post('After the pause');
      await vi.waitFor(async () => expect((await place()).problem).toMatch(/Sign in again: local-agent link$/), 20_000);
      expect(await status()).toMatchObject({ code: 1, stdout: expect.stringContaining('Sign in again') });
      const health = deepHealthSchema.parse(await (await linked.agent.call('/api/health?deep=1')).json());
      expect(health.reasons.join()).toContain('Sign in again: local-agent link');
      expect(await statusOf(id)).toBe('scheduled');

      expect(await world.link()).toMatchObject(succeedsWith('resumes within a minute'));
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('published'), 20_000);
      expect((await place()).problem).toBeNull();
    },
  );

  it('may ask again for posts whose making is cut on the way', async () => {
    const made = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new TextEncoder().encode(WRITING)),
    });
    const headers = { 'content-type': 'text/event-stream' };
    const { connection } = world.project.agent;
    (connection as EmbeddedConnection).mountFunction(
      'auto-generate-content',
      async () => new Response(made, { headers }),
    );
    const answer = await linked.agent.call('/api/generation', {
      method: 'POST',
      headers: { accept: headers['content-type'] },
    });
    let told = '';
    for await (const piece of answer.body as NonNullable<typeof answer.body>) {
      told += new TextDecoder().decode(piece);
      if (told.includes('writing')) world.proxy.cutConnections();
    }
    expect(told).toContain('"code":"unavailable"');
  });
});
