import { createWriteStream } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { version } from '../../package.json';
import { prepareDataDirectory, recordVersion } from '../../server/data-directory/data-directory.ts';
import { workspaceOf } from '../../server/features/accounts/feature.ts';
import { openVault } from '../../server/features/publishing/channels/vault.ts';
import { dumpDatabase } from '../../server/supabase/embedded/dump/dump.ts';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { addressOf } from '../helpers/database.ts';
import { KEPT_DUMP, KEPT_WORKSPACES, PLANTED } from '../helpers/kept-workspace.ts';
import { NO_KEYCHAIN } from '../helpers/no-keychain.ts';
import { writeSession } from '../helpers/saved-sessions.ts';
import { emptyWorkspace } from '../helpers/workspace.ts';

/**
 * `npm run keep-workspace` fills a workspace with this version and stores it in tests/fixtures/workspaces/<version>, to
 * test that later versions can open it. Run it when a version is tagged; from then on, its migrations never change.
 * Before the first tag, run it whenever a migration removes or renames something in it. All its secrets are planted.
 */
const STATE = ['workspace.json', 'keys.json', 'agent-id', 'agent-token', 'ai.json', 'channels', 'sessions', 'storage'];
const MEDIA_BUCKET = 'media-assets';
/** The length of an agent token without its prefix. */
const TOKEN_CHARS = 43;

const dataDir = await emptyWorkspace();
await prepareDataDirectory(dataDir);
await plantKeys();
const agent = await startTestAgent({ dataDir });
try {
  await fill(agent);
  await recordVersion(dataDir, version);
  const folder = join(KEPT_WORKSPACES, version);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of STATE) await cp(join(dataDir, name), join(folder, name), { recursive: true });
  await pipeline(dumpDatabase(addressOf(dataDir)), createWriteStream(join(folder, KEPT_DUMP)));
  process.stdout.write(`Kept in ${folder}\n`);
} finally {
  await agent.close();
}

async function plantKeys(): Promise<void> {
  const planted = 'planted-and-of-no-use-anywhere';
  const keys = {
    publishableKey: `sb_publishable_${planted}`,
    secretKey: `sb_secret_${planted}`,
    jwtSecret: `jwt-secret-${planted}`,
    databasePassword: `database-password-${planted}`,
  };
  await writeFile(join(dataDir, 'keys.json'), JSON.stringify(keys), { mode: 0o600 });
  await writeFile(join(dataDir, 'agent-token'), `la_${planted.padEnd(TOKEN_CHARS, '-')}\n`, { mode: 0o600 });
}

async function fill({ admin, call, addMember }: TestAgent): Promise<void> {
  await addMember(PLANTED.member.email, PLANTED.member.password);
  const ai = { provider: 'openai', model: 'gpt-5-mini', apiKey: PLANTED.apiKey };
  if (!(await call('/api/ai', { body: ai })).ok) throw new Error('The model was not taken.');
  const account = await accountsTable(admin).insert({ platform: 'bluesky', account_label: 'Ada' });
  const vault = openVault({ dataDir, workspace: workspaceOf(null), keychain: NO_KEYCHAIN });
  await vault.write(account.id, PLANTED.channelSecret);
  const cookie = { name: 'sessionid', value: PLANTED.cookie, domain: '.example.com', path: '/', expires: -1 };
  await writeSession(dataDir, account.id, [{ ...cookie, secure: true, httpOnly: true }]);
  await admin.storage.from(MEDIA_BUCKET).upload('planted/picture.jpg', Buffer.from(PLANTED.picture), {
    contentType: 'image/jpeg',
  });
  const sources = { source_url_1: 'https://example.com/trains', source_url_2: 'https://example.com/feed' };
  const platforms = ['bluesky' as const];
  const project = { niche_name: 'Night trains', ...sources, platforms, is_paused: true };
  const { data } = await admin.from('content_projects').insert(project).select('id').single().throwOnError();
  await admin.from('puppeteer_scripts').insert({ name: 'Planted', code: 'console.log(1)' }).throwOnError();
  for (let n = 0; n < PLANTED.posts; n += 1) {
    const content = {
      project_id: data.id,
      content_type: 'text' as const,
      status: n % 2 === 0 ? ('scheduled' as const) : ('draft' as const),
      caption: `${PLANTED.caption} ${n}`,
      hashtags: ['planted', `n${n}`],
      platforms,
      account_ids: [account.id],
      saved_at: new Date().toISOString(),
    };
    const { data: post } = await admin.from('generated_content').insert(content).select('id').single().throwOnError();
    if (n % 2 === 0) {
      const scheduled = { content_id: post.id, scheduled_time: `2099-01-${String(n + 1).padStart(2, '0')}T09:00:00Z` };
      await admin.from('scheduled_posts').insert(scheduled).throwOnError();
    }
  }
}
