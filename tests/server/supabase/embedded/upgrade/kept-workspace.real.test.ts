import { cp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version as ours } from '../../../../../package.json';
import { DUMP_FILE, parseUpgradeFolder } from '../../../../../server/data-directory/backups-folder.ts';
import { workspaceOf } from '../../../../../server/features/accounts/feature.ts';
import { openVault } from '../../../../../server/features/publishing/channels/vault.ts';
import { openEmbedded } from '../../../../../server/supabase/embedded/backend.ts';
import { parseHeader } from '../../../../../server/supabase/embedded/dump/format.ts';
import { readMigrations } from '../../../../../server/supabase/migrate.ts';
import { packageRoot } from '../../../../../server/supabase/package-files.ts';
import { type Sql, sql } from '../../../../../server/supabase/sql/template.ts';
import { startTestAgent, type TestAgent } from '../../../../helpers/agent.ts';
import { runHere } from '../../../../helpers/cli.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { fileFolder } from '../../../../helpers/file-folder.ts';
import { KEPT_DUMP, KEPT_WORKSPACES, keptVersions, PLANTED, putBack } from '../../../../helpers/kept-workspace.ts';
import { NO_KEYCHAIN } from '../../../../helpers/no-keychain.ts';
import { readSession } from '../../../../helpers/saved-sessions.ts';
import { emptyWorkspace } from '../../../../helpers/workspace.ts';

const KEPT = (await keptVersions()).at(-1) ?? '';

let dataDir: string;
const future = await fileFolder();
let said: string[];

beforeAll(async () => {
  dataDir = await emptyWorkspace();
  await putBack(KEPT, dataDir);
  await cp(join(packageRoot(), 'supabase/migrations'), future, { recursive: true });
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const backups = () => readdir(join(dataDir, 'backups')).catch((): string[] => []);

/** Reads rows of the open workspace. */
async function rows<Row extends object>(statement: Sql): Promise<Row[]> {
  const database = databaseOf(dataDir);
  return database.rows<Row>(statement).finally(() => database.close());
}

describe(`a workspace of version ${KEPT} is opened by this version`, () => {
  let agent: TestAgent;
  beforeAll(async () => {
    agent = await startTestAgent({ dataDir });
  });
  // Not the helper's own `close`, which would remove the workspace.
  afterAll(() => agent?.agent.close());

  it('with everything in the database and its files, and the agent works', async () => {
    const member = agent.supabase(await agent.signIn(PLANTED.member.email, PLANTED.member.password));
    const { data: posts } = await member.from('generated_content').select('caption').order('created_at').throwOnError();
    expect(posts.map(({ caption }) => caption)).toEqual(
      Array.from({ length: PLANTED.posts }, (_, n) => `${PLANTED.caption} ${n}`),
    );
    expect((await member.storage.from('media-assets').download('planted/picture.jpg')).data?.size).toBe(
      PLANTED.picture.length,
    );
    const account = (await member.from('social_accounts').select('id').single().throwOnError()).data.id;
    const vault = openVault({ dataDir, workspace: workspaceOf(null), keychain: NO_KEYCHAIN });
    expect(await vault.read(account)).toEqual(PLANTED.channelSecret);
    expect((await readSession(dataDir, account))?.[0]?.value).toBe(PLANTED.cookie);
    expect(await (await agent.call('/api/ai')).json()).toMatchObject({ provider: 'openai', hasKey: true });
    expect((await agent.call('/api/posts', { body: { fields: { caption: 'A new one' } } })).status).toBe(201);
  });

  it('whose migrations are all there still, and unchanged: those of a version in development may change', async () => {
    const recorded = await rows<{ version: string; sql: string }>(
      sql`select version, statements[1] as sql from supabase_migrations.schema_migrations order by version`,
    );
    const told = (migrations: { version: string; sql: string }[]) =>
      migrations.map(({ version, sql }) => (KEPT === ours ? version : { version, sql }));
    expect(told(recorded)).toEqual(told(await readMigrations()));
  });

  it('after a backup where migrations were missing, and without one where none were', async () => {
    const kept = await readFile(join(KEPT_WORKSPACES, KEPT, KEPT_DUMP), 'utf8');
    const { migrations } = parseHeader(kept.slice(0, kept.indexOf('\n')));
    expect(await backups()).toHaveLength(migrations.length < (await readMigrations()).length ? 1 : 0);
  });
});

describe('a later version with more migrations', () => {
  /** Opens the workspace with the migrations of a folder, or this version's, runs `work` and closes it. */
  async function opened<T>(migrations: string | undefined, work: () => Promise<T>): Promise<T> {
    said = [];
    const options = { dataDir, databaseUrl: null, log: pino({ level: 'silent' }), ...(migrations && { migrations }) };
    const connection = await openEmbedded({ ...options, onProgress: (sentence) => said.push(sentence) });
    return work().finally(() => connection.close());
  }

  /** Adds migrations that change a table with rows and create another one. */
  async function addMigrations(last: string): Promise<void> {
    const change = `alter table public.generated_content add column later text;
      update public.generated_content set later = 'changed';
      create table public.later (id int primary key);`;
    await writeFile(join(future, '29990101000001_later.sql'), change);
    await writeFile(join(future, '29990101000002_last.sql'), last);
  }

  const isChanged = async () => (await rows(sql`select from pg_class where relname = 'later'`)).length > 0;
  const posts = () =>
    rows<{ id: string }>(sql`select id, caption, updated_at from public.generated_content order by id`);

  it('backs the workspace up, then applies all of them or none', async () => {
    const before = await opened(undefined, posts);
    const earlier = await backups();
    await addMigrations('select 1 / 0');
    const refusal = await opened(future, posts).catch((error: Error) => error.message);
    const [backup = ''] = (await backups()).filter((name) => !earlier.includes(name));
    const folder = join(await realpath(dataDir), 'backups', backup);
    expect(refusal).toBe(
      `The workspace could not be upgraded: 29990101000002_last failed (division by zero). Nothing was changed: start the version of local-agent that you used before, and report this. The last backup is ${folder}. To go back to it, type: local-agent restore ${folder} --data-dir ${await realpath(dataDir)}`,
    );
    expect(await opened(undefined, async () => [await isChanged(), await posts()])).toEqual([false, before]);
    expect(said).toEqual([]);

    expect(backup).toMatch(/^before-upgrade-[\d.]+-to-[\d.]+-\d{8}T\d{6}Z$/);
    const names = 'agent-id agent-token agent.json ai.json channels database.sql.gz keys.json sessions workspace.json';
    expect((await readdir(folder)).sort().join(' ')).toBe(names);
    const dump = gunzipSync(await readFile(join(folder, 'database.sql.gz'))).toString();
    for (const { id } of before) expect(dump).toContain(id);
  });

  it.runIf(isFull)('upgrades it where they are right, and says so', async () => {
    const before = await backups();
    await addMigrations('select 1');
    const [changed, after] = await opened(future, async () => [await isChanged(), await posts()] as const);
    expect([changed, after.length]).toEqual([true, PLANTED.posts + 1]);
    expect(said).toEqual([
      expect.stringMatching(/^Upgrading the workspace to local-agent .*backup/),
      expect.stringMatching(/^The backup is in .*Applying 2 changes/),
      'The workspace is upgraded.',
    ]);
    // The failed attempt's backup has been replaced.
    expect(await backups()).toHaveLength(before.length);
    await opened(future, posts);
    expect(said).toEqual([]);
  });

  it.runIf(isFull)(
    'is left again with the folder from before it, by one command of the version that was used then',
    async () => {
      const folder = join(dataDir, 'backups', (await backups()).at(-1) ?? '');
      const media = await readdir(join(dataDir, 'storage'));
      await opened(future, async () => {
        await rows(sql`delete from public.generated_content where caption like ${`${PLANTED.caption}%`}`);
        await rows(sql`update public.generated_content set caption = 'Changed since'`);
      });
      await rm(join(dataDir, 'sessions'), { recursive: true });
      const restore = (from: string) => runHere(['restore', from, '--yes', '--data-dir', dataDir]);

      const newer = join(future, basename(folder));
      await cp(folder, newer, { recursive: true });
      const dump = gunzipSync(await readFile(join(folder, DUMP_FILE))).toString();
      await writeFile(
        join(newer, DUMP_FILE),
        gzipSync(dump.replace('"migrations":[', '"migrations":["29990101000001",')),
      );
      expect(await restore(newer)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /made by a newer local-agent \(it has migration 29990101000001\)\. Update local-agent\.\n$/,
        ),
      });
      expect(await opened(future, isChanged)).toBe(true);

      const { code, stdout, stderr } = await restore(folder);
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Loading the database') });
      const createdAt = parseUpgradeFolder(basename(folder))?.createdAt;
      expect(stdout).toMatch(
        new RegExp(
          `^Restored the backup of ${createdAt}: [\\d,]+ rows\\.\nThe previous workspace is in .*before-restore-`,
        ),
      );
      expect(stdout).toContain(
        'A backup from before an upgrade has no media files: those in the data directory were kept.',
      );
      expect(stdout).not.toContain('not found');
      const captions = () =>
        rows<{ caption: string }>(sql`select caption from public.generated_content order by created_at`);
      expect((await opened(undefined, captions)).map(({ caption }) => caption)).toEqual([
        ...Array.from({ length: PLANTED.posts }, (_, n) => `${PLANTED.caption} ${n}`),
        'A new one',
      ]);
      expect(await readdir(join(dataDir, 'storage'))).toEqual(media);
      expect(await readdir(join(dataDir, 'sessions'))).toEqual(await readdir(join(folder, 'sessions')));
      expect((await readdir(folder)).length).toBeGreaterThan(1);
      expect((await readdir(dataDir)).filter((name) => name.includes('-work-') || name === 'swap.json')).toEqual([]);
    },
  );
});
