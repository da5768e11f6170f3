import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Binaries } from '../../server/supabase/embedded/postgres/binaries.ts';
import { printedChance } from '../helpers/seeded.ts';
import { copyOf, opened, openedAndKilled } from './killable.ts';
import { installed17, makeWorkspace, PACKAGE_17, postgres17 } from './older-workspace.ts';

const MANY = 100_000;
const FEW = 5_000;
const KILLS = 5;

let folder: string;
let older: Binaries;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'la-majors-'));
  await chmod(folder, 0o711);
  older = await postgres17(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What lies in the data directory, its staged binaries aside. */
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
  it(`has every row after the next start, whenever it was: ${2 * KILLS} times at random`, async () => {
    const chance = printedChance('UPGRADES_SEED');
    const empty = join(folder, 'empty');
    const before = await makeWorkspace(empty, older, FEW);
    // Npm takes most of the time: half of them have what it installs already.
    const installed = await copyOf(empty, 'installed');
    const npm = join(installed, 'upgrade', `npm-${PACKAGE_17}`);
    await cp(await installed17(), npm, { recursive: true, verbatimSymlinks: true });
    await chmod(npm, 0o755);
    const seen = new Map<string, number>();
    for (const original of [empty, installed]) {
      const whole = await openedAndKilled([await copyOf(original, 'whole')], null);
      expect(whole.last).toBe('open');
      await rm(join(folder, 'whole'), { recursive: true });
      for (let kill = 0; kill < KILLS; kill += 1) {
        const dataDir = await copyOf(original, `killed-${kill}`);
        const { last } = await openedAndKilled([dataDir], chance() * whole.ms);
        seen.set(last, (seen.get(last) ?? 0) + 1);
        expect((await opened(dataDir)).contents, `killed after "${last}"`).toEqual(before);
        expect(await namesIn(dataDir)).toEqual(['backups', 'keys.json', 'postgres', 'storage', 'workspace.json']);
        await rm(dataDir, { recursive: true });
      }
    }
    for (const [last, times] of seen) process.stdout.write(`killed ${times} times after: ${last}\n`);
  });
});
