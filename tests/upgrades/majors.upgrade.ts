import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Binaries } from '../../server/supabase/embedded/postgres/binaries.ts';
import { printedChance } from '../helpers/seeded.ts';
import { copyOf, opened, openedAndKilled } from './killable.ts';
import { type Contents, installed17, makeWorkspace, PACKAGE_17, postgres17 } from './older-workspace.ts';

const MANY = 100_000;
const FEW = 5_000;
/** About as long as the longest step of the upgrade takes. */
const PHASE_MS = 3_000;

let folder: string;
let older: Binaries;
let few: Contents | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'la-majors-'));
  await chmod(folder, 0o711);
  older = await postgres17(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The names in the data directory, without the staged binaries. */
const namesIn = async (dataDir: string) => (await readdir(dataDir)).filter((name) => !/^postgres-\d/.test(name)).sort();

describe(`a workspace of ${MANY.toLocaleString('en')} posts under PostgreSQL 17`, () => {
  it('is upgraded to 18 with every row, and the old database goes', async () => {
    const dataDir = join(folder, 'many');
    const before = await makeWorkspace(dataDir, older, MANY);
    expect(before['public.generated_content']).toMatch(new RegExp(`^${MANY} rows`));
    const began = performance.now();
    const { said, contents } = await opened(dataDir);
    process.stdout.write(
      `${MANY} posts upgraded from 17 to 18 in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
    );
    expect(contents).toEqual(before);
    expect(said.map((sentence) => sentence.replaceAll(dataDir, ''))).toEqual([
      expect.stringMatching(/^Upgrading the database from PostgreSQL 17 to 18\./),
      expect.stringMatching(/^Downloading PostgreSQL 17 with npm/),
      'Backing up the database…',
      'Loading it into PostgreSQL 18…',
      expect.stringMatching(/^The database is upgraded\. A backup .*before-upgrade-postgresql-17-to-18-/),
    ]);
    expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n');
    expect(await namesIn(dataDir)).toEqual(['backups', 'keys.json', 'postgres', 'storage', 'workspace.json']);
    const again = await opened(dataDir);
    expect(again).toEqual({ said: [], contents: before });
    await rm(dataDir, { recursive: true });
  });
});

describe('an upgrade that is killed', () => {
  it.each([
    [/^Downloading/, 4],
    [/^Backing up/, 4],
    [/^Loading/, 8],
    [/^The database is upgraded/, 2],
  ])('after it has said %s has every row at the next start, %i times at random', async (after, kills) => {
    const chance = printedChance('UPGRADES_SEED');
    const original = join(folder, 'few');
    few ??= await makeWorkspace(original, older, FEW);
    for (let kill = 0; kill < kills; kill += 1) {
      const dataDir = await copyOf(original, 'killed');
      if (!after.test('Downloading')) await putPostgres17(dataDir);
      const { last } = await openedAndKilled([dataDir], { after, ms: chance() * PHASE_MS });
      expect((await opened(dataDir)).contents, `killed after "${last}"`).toEqual(few);
      expect(await namesIn(dataDir)).toEqual(['backups', 'keys.json', 'postgres', 'storage', 'workspace.json']);
      await rm(dataDir, { recursive: true });
      process.stdout.write(`killed after: ${last}\n`);
    }
  });
});

/** Puts PostgreSQL 17 where the upgrade would install it with npm, which takes most of the upgrade's time. */
async function putPostgres17(dataDir: string): Promise<void> {
  const npm = join(dataDir, 'upgrade', `npm-${PACKAGE_17}`);
  await cp(await installed17(), npm, { recursive: true, verbatimSymlinks: true });
  await chmod(npm, 0o755);
}
