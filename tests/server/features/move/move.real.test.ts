import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { inPieces, withUsers } from '../../../../server/features/move/copy-rows.ts';
import { sql } from '../../../../server/supabase/sql/template.ts';
import { MEDIA_BUCKET } from '../../../../shared/posts/media-bucket.ts';
import { workspaceSchema } from '../../../../shared/workspace/link.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { type FoundAgent, startFoundAgent, startTestAgent } from '../../../helpers/agent.ts';
import { channelPath, jobRunPath } from '../../../helpers/agent-paths.ts';
import { runHere } from '../../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../../helpers/cli-ends.ts';
import { databaseOf } from '../../../helpers/database.ts';
import { isFull } from '../../../helpers/depth.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { startPds } from '../../../helpers/pds.ts';
import { PNG } from '../../../helpers/png.ts';
import { startProjectProxy } from '../../../helpers/project-proxy.ts';
import { newWorkspace } from '../../../helpers/workspace.ts';

const PASSWORD = 'correct horse';
const POSTS = 230;

/** Local workspaces, and the embedded backend of another agent, which stands in for a project. */
const world = ofFile(async () => {
  const [project, pds, dataDir, other] = await Promise.all([
    startTestAgent(),
    startPds(),
    newWorkspace(),
    newWorkspace(),
  ]);
  const database = databaseOf(project.dataDir);
  // An embedded backend has no admin API for users.
  const createUser = async ({ id, email, password_hash }: Record<string, string>) => {
    await database.run(sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data) values (${id}, ${email}, ${password_hash}, now(), '{}', '{}')`);
    return { id, email };
  };
  const proxy = await startProjectProxy(project.url, 0, { '/auth/v1/admin/users': createUser });
  const { secretKey } = JSON.parse(await readFile(join(project.dataDir, 'keys.json'), 'utf8'));
  await project.addMember('me@example.com', PASSWORD);
  return {
    project,
    pds,
    proxy,
    dataDir,
    other,
    move: (...args: string[]) => runHere(['move', ...args, '--secret-key-stdin', '--json'], secretKey),
    async close() {
      await database.close();
      await Promise.all([project.close(), proxy.close(), pds.close()]);
      for (const dir of [dataDir, other]) await rm(dir, { recursive: true, force: true });
    },
  };
});

const toHosted = (...args: string[]) =>
  world.move('--to-hosted', world.proxy.url, '--data-dir', world.dataDir, ...args);
const toEmbedded = (...args: string[]) =>
  world.move('--to-embedded', world.proxy.url, '--data-dir', world.other, ...args);
const texts = () => [...world.pds.posts.values()].map(({ value }) => value.text);

/** Runs `work` with an agent on a data directory, then stops the agent. */
async function during<T>(dataDir: string, work: (agent: FoundAgent) => Promise<T>): Promise<T> {
  const agent = await startFoundAgent({ dataDir });
  try {
    return await work(agent);
  } finally {
    await agent.stop();
  }
}

const makeDue = ({ admin }: FoundAgent, id: string) =>
  admin
    .from('scheduled_posts')
    .update({ scheduled_time: new Date(Date.now() - 1000).toISOString() })
    .eq('id', id)
    .throwOnError();

it('cuts rows into requests that are not too large, and gives accounts their ids there', () => {
  const large = 'x'.repeat(600_000);
  expect(inPieces([large, 'a', large, 'b']).map((piece) => piece.length)).toEqual([2, 2]);
  expect(inPieces(['y'.repeat(2_000_000), 'a']).map((piece) => piece.length)).toEqual([1, 1]);
  expect(inPieces([])).toEqual([]);
  expect(withUsers('{"changed_by": "one"}', { one: 'two' })).toBe('{"changed_by": "two"}');
});

let postId: string;
/** The result of a move while the agent is running. */
let whileItRuns: unknown;
beforeAll(async () => {
  postId = await during(world.dataDir, async (agent) => {
    await agent.addMember('me@example.com', 'another password');
    await agent.addMember('partner@example.com', PASSWORD);
    const account = await accountsTable(agent.admin).insert({ platform: 'bluesky', account_label: 'Sky' });
    const { handle: identifier, appPassword } = world.pds.account;
    const login = { platform: 'bluesky', identifier, appPassword, server: world.pds.origin };
    expect((await agent.call(channelPath(account.id), { body: login })).status).toBe(200);
    const bucket = agent.admin.storage.from(MEDIA_BUCKET);
    expect((await bucket.upload('a/card.png', PNG, { contentType: 'image/png' })).error).toBeNull();
    const content = { platforms: ['bluesky' as const], content_type: 'text' as const };
    const many = Array.from({ length: POSTS }, (_, index) => ({ ...content, caption: `Post ${index}\t"ü"` }));
    const { data } = await agent.admin.from('generated_content').insert(many).select('id').throwOnError();
    const [first, second] = data;
    // They refer to each other, so in any order one refers to a row that is copied later.
    for (const [one, from] of [
      [first, second],
      [second, first],
    ])
      await agent.admin
        .from('generated_content')
        .update({ brought_back_from: String(from?.id) })
        .eq('id', String(one?.id))
        .throwOnError();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const due = { content_id: String(first?.id), scheduled_time: at };
    const posts = await agent.admin.from('scheduled_posts').insert(due).select('id').single().throwOnError();
    whileItRuns = await toHosted();
    return posts.data.id;
  });
});

it.runIf(isFull)('says what it would move, and what is wrong with what it is given', async () => {
  const { project, proxy, dataDir } = world;
  expect(await runHere(['move', '--data-dir', dataDir])).toMatchObject(failsWith('--to-hosted [url], or'));
  const wrong = await runHere(
    ['move', '--to-hosted', proxy.url, '--data-dir', dataDir, '--secret-key-stdin'],
    project.agent.connection.publishableKey,
  );
  expect(wrong).toMatchObject(failsWith('does not accept this as its secret key'));
  const plan = await toHosted('--dry-run');
  expect(JSON.parse(plan.stdout)).toMatchObject({
    tables: expect.arrayContaining([{ name: 'generated_content', rows: POSTS }]),
    files: { count: 1, bytes: PNG.length },
    newPeople: ['partner@example.com'],
  });
  expect((await project.admin.from('workspace_moves').select('id').throwOnError()).data).toEqual([]);
});

it('moves a workspace to a project: cut, undone and taken up, verified, and only there anything is sent', async () => {
  const { project, proxy, dataDir } = world;
  expect(whileItRuns).toMatchObject(failsWith('Stop it with `local-agent stop`, then move.'));
  const used = await accountsTable(project.admin).insert();
  expect(await toHosted()).toMatchObject(failsWith('The destination already contains a workspace'));
  await accountsTable(project.admin).remove(used.id);

  let written = 0;
  proxy.fail((path) => (path.endsWith('/move_write') && ++written > 6 ? 'cut' : null));
  expect(await toHosted()).toMatchObject(failsWith('Run the same command again: it continues where it stopped.'));
  proxy.fail(() => null);
  const states = async () => (await project.admin.from('workspace_moves').select('state').throwOnError()).data;
  expect(await states()).toEqual([{ state: 'receiving' }]);
  expect(await toHosted('--undo')).toMatchObject({ code: 0 });
  expect(await states()).toEqual([{ state: 'receiving' }]);

  const done = await toHosted();
  expect(done).toMatchObject({ code: 0 });
  const { tables, files, people } = JSON.parse(done.stdout);
  expect({ files, people }).toEqual({
    files: { count: 1, bytes: PNG.length },
    people: [
      { email: 'me@example.com', isNew: false, password: null },
      { email: 'partner@example.com', isNew: false, password: null },
    ],
  });
  for (const { name, rows } of tables) {
    const counted = await project.admin.from(name).select('*', { count: 'exact', head: true });
    expect({ name, rows: counted.count }).toEqual({ name, rows });
  }
  const file = await project.admin.storage.from(MEDIA_BUCKET).download('a/card.png');
  expect(Buffer.from(await (file.data as Blob).arrayBuffer())).toEqual(PNG);
  expect(await project.signIn('partner@example.com', PASSWORD)).toEqual(expect.any(String));
  expect(await states()).toEqual([{ state: 'arrived' }]);
  expect(await toHosted()).toMatchObject(failsWith('has already moved to'));

  const link = ['link', proxy.url, '--key', project.agent.connection.publishableKey, '--email', 'me@example.com'];
  const linked = await runHere([...link, '--password-stdin', '--data-dir', dataDir], PASSWORD);
  expect(linked).toMatchObject({ code: 0 });
  await during(dataDir, async (agent) => {
    await makeDue(agent, postId);
    agent.agent.startJobs();
    await vi.waitFor(() => expect(texts()).toEqual(['Post 0\t"ü"']), 20_000);
  });

  expect(await runHere(['unlink', '--data-dir', dataDir])).toMatchObject({ code: 0 });
  await during(dataDir, async (agent) => {
    await makeDue(agent, postId);
    agent.agent.startJobs();
    const place = workspaceSchema.parse(await (await agent.call('/api/workspace')).json());
    expect(place.still).toContain(`This workspace has moved to ${proxy.url}.`);
    expect(await runHere(['status', '--data-dir', dataDir])).toMatchObject(succeedsWith('has moved to'));
    const claims = { owner: crypto.randomUUID(), lease_seconds: 60 };
    const job = await agent.admin.rpc('claim_job', { ...claims, job: 'warm-up', run_key: 'x' }).throwOnError();
    expect(job.data).toEqual({ outcome: 'waiting' });
    const byHand = await agent.call(jobRunPath('clean-up'), { method: 'POST' });
    expect({ status: byHand.status, ...(await byHand.json()) }).toMatchObject({ status: 409, error: place.still });
    expect((await agent.admin.rpc('open_due_posts', { most: 100 }).throwOnError()).data).toBe(0);
    const generation = await agent.admin.from('generation_runs').insert({
      project_id: crypto.randomUUID(),
      local_day: '2026-01-01',
      lease_until: new Date().toISOString(),
    });
    expect(generation.error?.message).toContain('This workspace has moved');
    const post = await agent.admin.from('scheduled_posts').select('status').eq('id', postId).single().throwOnError();
    expect(post.data.status).toBe('scheduled');
  });
  expect(texts()).toHaveLength(1);
}, 120_000);

it.runIf(isFull)(
  'moves a project to this machine, and back again',
  async () => {
    const { project, other } = world;
    const done = await toEmbedded();
    expect(done).toMatchObject({ code: 0 });
    const { tables, people } = JSON.parse(done.stdout);
    expect(tables).toContainEqual({ name: 'generated_content', rows: POSTS });
    const partner = people.find(({ email }: { email: string }) => email === 'partner@example.com');
    expect(done.stderr).toContain(`First password, shown only once: ${partner.password}`);
    await during(other, async (agent) => {
      expect(await agent.signIn('partner@example.com', partner.password)).toEqual(expect.any(String));
      const posts = await agent.admin.from('scheduled_posts').select('status').throwOnError();
      expect(posts.data).toEqual([{ status: 'published' }]);
    });
    const stands = async () => (await project.admin.rpc('claim_job', claim()).throwOnError()).data;
    const claim = () => ({
      job: 'clean-up',
      run_key: crypto.randomUUID(),
      owner: crypto.randomUUID(),
      lease_seconds: 1,
    });
    expect(await stands()).toEqual({ outcome: 'waiting' });
    expect(await toEmbedded('--undo')).toMatchObject({ code: 0 });
    expect(await stands()).toMatchObject({ outcome: 'claimed' });
    const { data } = await project.admin.from('app_settings').select('restored_from').single().throwOnError();
    expect(data.restored_from).not.toBeNull();
    await during(other, async (agent) => {
      expect((await agent.admin.rpc('claim_job', claim()).throwOnError()).data).toEqual({ outcome: 'waiting' });
    });
    expect(await toEmbedded('--undo')).toMatchObject(failsWith('there is nothing to undo'));
  },
  120_000,
);
