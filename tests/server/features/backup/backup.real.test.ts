import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from '../../../../server/cli/main.ts';
import { lockDataDirectory } from '../../../../server/data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../../../server/data-directory/data-directory.ts';
import { NO_AI } from '../../../../server/features/ai/ai-settings.ts';
import { aiSettingsStore } from '../../../../server/features/ai/settings-store.ts';
import { readArchive } from '../../../../server/features/backup/archive.ts';
import { decrypt } from '../../../../server/features/backup/envelope.ts';
import { sql } from '../../../../server/supabase/sql/template.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { BACKUPS_PATH, channelPath, jobRunPath, postPublishPath } from '../../../helpers/agent-paths.ts';
import { SCOPES } from '../../../helpers/channels.ts';
import { runHere } from '../../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../../helpers/cli-ends.ts';
import { databaseOf } from '../../../helpers/database.ts';
import { isFull } from '../../../helpers/depth.ts';
import { fileFolder } from '../../../helpers/file-folder.ts';
import { addPost } from '../../../helpers/history.ts';
import { startMastodonServer } from '../../../helpers/mastodon/imitation.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { startPds } from '../../../helpers/pds.ts';
import { aiKeySeal, readSession, sessionFile } from '../../../helpers/saved-sessions.ts';
import { newWorkspace } from '../../../helpers/workspace.ts';

const PASSPHRASE = 'correct horse battery';
const PICTURE = Buffer.from('the bytes of a picture');
const SOON = { timeout: 20_000 };
const COOKIES_OF = '11111111-1111-4111-8111-111111111111';
const COOKIE = { name: 'sessionid', value: 'planted-cookie', domain: 'example.com', path: '/', httpOnly: true };
const AI_KEY = 'sk-planted-in-ai';

const folder = await fileFolder();
const mastodon = ofFile(() => startMastodonServer());
const pds = ofFile(() => startPds());
let dataDir: string;
let release: () => Promise<void>;
let agent: TestAgent;
let tokenOfTheBrowser: string;
let me: { email: string; password: string };
/** The posts, by what will happen to them. */
const posts: Record<'sky' | 'tooted' | 'edited' | 'early', string> = { sky: '', tooted: '', edited: '', early: '' };

/** Starts an agent that commands find. `before` runs before its jobs start, which check the posts at once. */
async function open(before?: () => Promise<unknown>): Promise<void> {
  const { lock } = await lockDataDirectory(dataDir, { command: 'start', version: '0.0.0' });
  agent = await startTestAgent({ dataDir });
  lock?.tell({ url: agent.url });
  await before?.();
  agent.agent.startJobs();
  release = async () => {
    await agent.agent.close();
    await lock?.release();
  };
}

beforeAll(async () => {
  dataDir = await newWorkspace();
  await prepareDataDirectory(dataDir);
  const config = '{"port": 4444, "aiKey": "sk-planted-in-config" } // sk-planted-in-comment';
  await writeFile(join(dataDir, 'config.json'), config);
  await mkdir(join(dataDir, 'scripts'), { recursive: true });
  const packages = { scripts: { preinstall: 'touch pwned' }, dependencies: { 'left-pad': '1.3.0', bad: 'evil/repo' } };
  await writeFile(join(dataDir, 'scripts', 'package.json'), JSON.stringify(packages));
  // Plain text, as earlier versions left them; the start encrypts them.
  await mkdir(join(dataDir, 'sessions'), { recursive: true });
  await writeFile(sessionFile(dataDir, COOKIES_OF), JSON.stringify({ cookies: [COOKIE] }));
  await writeFile(join(dataDir, 'ai.json'), JSON.stringify({ provider: 'openai', model: 'm', apiKey: AI_KEY }));
  await open();
  me = await agent.addMember();
  tokenOfTheBrowser = (await agent.supabase().auth.signInWithPassword(me)).data.session?.refresh_token ?? '';
  const database = databaseOf(dataDir);
  await database.script("insert into storage.buckets (id, name, public) values ('open', 'open', true)");
  await database.close();
  const sky = await accountsTable(agent.admin).insert({ platform: 'bluesky', account_label: 'Sky' });
  const ada = await accountsTable(agent.admin).insert({ platform: 'mastodon', account_label: 'Ada' });
  const { handle: identifier, appPassword } = pds.account;
  await connect(sky.id, { platform: 'bluesky', identifier, appPassword, server: pds.origin });
  const accessToken = mastodon.tokenFor('ada', SCOPES);
  await connect(ada.id, { platform: 'mastodon', server: mastodon.origin, accessToken });
  await agent.admin.storage.from('media-assets').upload('picture.png', PICTURE, { contentType: 'image/png' });
  await agent.admin.from('app_settings').insert({ publishing_paused: true, warmup_enabled: false }).throwOnError();
  posts.sky = await addWaiting('Out on Bluesky', 'bluesky', -60);
  posts.tooted = await addWaiting('Out on Mastodon', 'mastodon', -60);
  posts.edited = await addWaiting('To be edited', 'bluesky', -30);
  posts.early = await addWaiting('Out before its time', 'bluesky', 86_400);
});

afterAll(async () => {
  await release?.();
  await rm(dataDir, { recursive: true, force: true });
});

/** The parts of a backup by path, as text; the database is decompressed. */
async function partsOf(archive: AsyncIterable<Uint8Array>): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  await readArchive(
    archive,
    async () => undefined,
    async (path, content) => {
      const bytes = await buffer(content);
      parts.set(path, (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
    },
  );
  return parts;
}

async function connect(accountId: string, body: object): Promise<void> {
  const answer = await agent.call(channelPath(accountId), { body });
  expect(answer.status, await answer.text()).toBe(200);
}

async function addWaiting(caption: string, platform: Platform, seconds: number): Promise<string> {
  const at = new Date(Date.now() + seconds * 1000).toISOString();
  return (await addPost(agent.admin, { at, isOut: false, platform, content: { caption } })).place;
}

async function deliveryOf(post: string) {
  const { data } = await agent.admin.from('post_deliveries').select('*').eq('scheduled_post_id', post).throwOnError();
  return data[0];
}

async function unpause(): Promise<void> {
  await agent.admin.from('app_settings').update({ publishing_paused: false }).neq('timezone', '').throwOnError();
}

const became = (post: string, state: string) =>
  vi.waitFor(async () => expect(await deliveryOf(post)).toMatchObject({ state }), SOON);

it('holds no login, key or token, is loaded once, and is what Settings shows', async () => {
  const ran = await agent.call(jobRunPath('backup'), { method: 'POST', headers: { accept: 'text/event-stream' } });
  expect(await ran.text()).toContain('1 media file, and checked it. 1 backup kept.');
  const { kept } = await (await agent.call(BACKUPS_PATH)).json();
  expect(kept).toEqual([
    { file: expect.stringContaining('backup-'), size: expect.any(Number), createdAt: expect.any(String) },
  ]);
  const parts = await partsOf(createReadStream(kept[0].file));
  expect([...parts.keys()].sort()).toEqual(['config.json', 'database.sql.gz', 'scripts/package.json']);
  const whole = [...parts.values()].join('\n');
  expect(whole).toContain('Out on Bluesky');
  expect(whole).toContain('me@example.com');
  expect(whole).toContain('4444');
  const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
  const tokens = [
    ...mastodon.world.tokens.map(({ value }) => value),
    ...pds.requests.map(({ headers }) => headers.authorization),
  ];
  const secrets = [...Object.values(keys), ...tokens, agent.agentToken, tokenOfTheBrowser, pds.account.appPassword];
  expect(tokenOfTheBrowser.length).toBeGreaterThan(8);
  for (const secret of [...secrets, 'planted'])
    if (secret) expect(whole.includes(String(secret).replace('Bearer ', ''))).toBe(false);
  expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('-work-'));
});

it('restores another machine from an encrypted file, which no agent but one with the passphrase reads', async () => {
  const file = join(folder, 'all.backup');
  const backup = ['backup', file, '--with-secrets', '--passphrase-stdin', '--data-dir', dataDir];
  expect(await runHere(backup, PASSPHRASE)).toMatchObject(succeedsWith('Wrote '));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file)).includes('Out on Bluesky')).toBe(false);
  expect(await runHere(['backup', file, '--data-dir', dataDir])).toMatchObject(failsWith('--force'));

  const other = join(folder, 'other');
  const restored = await runHere(['restore', file, '--yes', '--passphrase-stdin', '--data-dir', other], PASSPHRASE);
  expect(restored).toMatchObject(succeedsWith('3 posts may have been published since'));
  for (const name of ['keys.json', 'agent-token', 'agent-id', 'ai.json'])
    expect(await readFile(join(other, name), 'utf8'), name).toBe(await readFile(join(dataDir, name), 'utf8'));
  expect(JSON.parse(await readFile(join(other, 'config.json'), 'utf8'))).toEqual({ port: 4444 });
  expect(restored.stdout).toContain('Set by the backup: port = 4444, ai.provider = "openai", ai.model = "m".');
  expect(restored.stdout).toContain('Not restored: "aiKey" in config.json');
  expect(await readdir(join(other, 'channels'))).toEqual(await readdir(join(dataDir, 'channels')));
  const [media = ''] = await readdir(join(other, 'storage'));
  expect(await readFile(join(other, 'storage', media))).toEqual(PICTURE);
  expect((await readdir(other)).filter((name) => name.includes('-work-') || name === 'swap.json')).toEqual([]);

  for (const taken of [me.email, 'left-pad 1.3.0.', 'Not restored: "scripts.preinstall" in scripts/package.json'])
    expect(restored.stdout).toContain(taken);
  expect(await readFile(join(other, 'scripts', 'package.json'), 'utf8')).not.toMatch(/pwned|evil/);

  // Another machine can decrypt it with the key in the backup.
  expect(await readSession(other, COOKIES_OF)).toMatchObject([COOKIE]);
  const { settings } = await aiSettingsStore(other, NO_AI, aiKeySeal(other)).current();
  expect(settings).toMatchObject({ provider: 'openai', apiKey: AI_KEY });
  for (const path of ['ai.json', `sessions/${COOKIES_OF}.json`])
    expect(await readFile(join(dataDir, path), 'utf8'), path).not.toContain('planted');

  // Sign-ins from before the backup are no longer valid, and no bucket is public.
  const theirs = await startTestAgent({ dataDir: other });
  onTestFinished(() => theirs.close());
  expect((await theirs.supabase().auth.refreshSession({ refresh_token: tokenOfTheBrowser })).error).not.toBeNull();
  const database = databaseOf(other);
  expect(await database.rows(sql`select id from storage.buckets where public`)).toEqual([]);
  await database.close();
  await theirs.signIn(me.email, me.password);
});

it.runIf(isFull)('shows none of it in any file, once the passphrase is known', async () => {
  const file = join(folder, 'all.backup');
  const planted = [COOKIE.value, AI_KEY, pds.account.appPassword, ...mastodon.world.tokens.map(({ value }) => value)];
  for (const [path, text] of await partsOf(decrypt(createReadStream(file), PASSPHRASE)))
    for (const secret of planted) expect(text.includes(secret), path).toBe(false);
});

it.runIf(isFull)('offers new passwords at a terminal', async () => {
  const third = join(folder, 'third');
  const { kept } = await (await agent.call(BACKUPS_PATH)).json();
  const [stdin, stderr, stdout] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const answers: [RegExp, string][] = [
    [/Type "restore"/, 'restore'],
    [/New password for/, 'a new pass phrase'],
    [/Repeat it/, 'a new pass phrase'],
  ];
  stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const [question, answer] of answers) if (question.test(text)) setImmediate(() => stdin.write(`${answer}\n`));
  });
  const terminal = {
    stdin: Object.assign(stdin, { isTTY: true }),
    stdout,
    stderr,
    ending: new AbortController().signal,
  };
  const code = await runCommand(['restore', kept[0].file, '--data-dir', third], terminal);
  stdout.end();
  expect(await text(stdout)).toContain(`Changed the password of ${me.email}.`);
  expect(code).toBe(0);
  const theirs = await startTestAgent({ dataDir: third });
  onTestFinished(() => theirs.close());
  await expect(theirs.signIn(me.email, me.password)).rejects.toThrow();
  await theirs.signIn(me.email, 'a new pass phrase');
});

it('is not restored while the agent runs; then nothing goes out twice, and what nobody knows is asked', async () => {
  const { data: unsent } = await agent.admin
    .from('scheduled_posts')
    .select('content_id')
    .eq('id', posts.edited)
    .single();
  const words = { caption: 'Edited after the backup' };
  await agent.admin
    .from('generated_content')
    .update(words)
    .eq('id', unsent?.content_id ?? '')
    .throwOnError();
  await unpause();
  // This makes the agent check the others, too.
  await agent.call(postPublishPath(posts.early), { method: 'POST' });
  for (const post of Object.values(posts)) await became(post, 'published');
  const out = { sky: pds.posts.size, tooted: mastodon.world.statuses.length };

  const { kept } = await (await agent.call(BACKUPS_PATH)).json();
  const restore = ['restore', kept[0].file, '--yes', '--data-dir', dataDir];
  expect(await runHere(restore)).toMatchObject(failsWith('local-agent stop'));
  await release();
  expect(await runHere(restore.filter((word) => word !== '--yes'))).toMatchObject(failsWith('--yes'));
  const key = await readFile(join(dataDir, 'agent-token'), 'utf8');
  const restored = await runHere([...restore, '--json']);
  expect(restored).toMatchObject(succeedsWith('before-restore-'));
  expect(JSON.parse(restored.stdout).accounts).toEqual([{ email: me.email, role: 'owner' }]);
  expect(await readFile(join(dataDir, 'agent-token'), 'utf8')).toBe(key);

  await open(async () => {
    // The state at the time of the backup, when the posts were waiting.
    expect(await deliveryOf(posts.sky)).toMatchObject({ state: 'pending', remote_url: null });
    const scheduled_time = new Date().toISOString();
    await agent.admin.from('scheduled_posts').update({ scheduled_time }).eq('id', posts.early).throwOnError();
    await unpause();
  });
  await became(posts.sky, 'published');
  await became(posts.tooted, 'published');
  await became(posts.early, 'published');
  expect((await deliveryOf(posts.sky))?.remote_url).toContain('/post/');
  expect((await deliveryOf(posts.sky))?.error_text).toContain('restored from a backup');
  await became(posts.edited, 'needs_review');
  expect((await deliveryOf(posts.edited))?.error_text).toContain('may have been published since');
  expect({ sky: pds.posts.size, tooted: mastodon.world.statuses.length }).toEqual(out);
  const { data: jobs } = await agent.admin.from('job_runs').select('job, result').eq('status', 'failed').throwOnError();
  expect(jobs.filter(({ result }) => result?.startsWith('Not run: ')).map(({ job }) => job)).toContain('autopilot');
  expect(dirname(kept[0].file)).toBe(join(dataDir, 'backups'));
}, 120_000);
