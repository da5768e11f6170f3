import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  lastBackup,
  parseUpgradeFolder,
  toGoBackTo,
  upgradeFolderName,
} from '../../../server/data-directory/backups-folder.ts';
import { removeOldSafetyBackups } from '../../../server/supabase/embedded/upgrade/safety-backup.ts';

it('the last backup is the newest, of a day or of an upgrade', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'la-last-backup-'));
  const backups = join(dataDir, 'backups');
  expect(await lastBackup(dataDir)).toBeNull();
  await mkdir(join(backups, 'media'), { recursive: true });
  await writeFile(join(backups, 'backup-2026-11-21T03-00-00Z.tar'), '');
  expect(await lastBackup(dataDir)).toBe(join(backups, 'backup-2026-11-21T03-00-00Z.tar'));
  const ofUpgrade = upgradeFolderName('0.1.0-to-0.2.0', Date.parse('2026-11-21T03:00:01.999Z'));
  expect(ofUpgrade).toBe('before-upgrade-0.1.0-to-0.2.0-20261121T030001Z');
  expect(parseUpgradeFolder(ofUpgrade)).toEqual({ upgrade: '0.1.0-to-0.2.0', createdAt: '2026-11-21T03:00:01Z' });
  await mkdir(join(backups, ofUpgrade));
  await mkdir(join(backups, `${ofUpgrade.replace('2026', '2027')}.partial`));
  expect(await lastBackup(dataDir)).toBe(join(backups, ofUpgrade));
  await writeFile(join(backups, 'backup-2031-01-01T03-00-00Z.tar'), '');
  const now = Date.parse('2026-11-22T00:00:00Z');
  expect(await lastBackup(dataDir, now), 'made while the clock was wrong').toBe(join(backups, ofUpgrade));
  await rm(dataDir, { recursive: true });
});

it('keeps the backups of the two upgrades that were made last, also where others are dated in the future', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'la-kept-upgrades-'));
  const dates = ['20310101T000000Z', '20310102T000000Z', '20261121T030001Z', '20261122T030001Z'];
  for (const date of dates) await mkdir(join(dataDir, 'backups', `before-upgrade-1-to-2-${date}`), { recursive: true });
  await mkdir(join(dataDir, 'backups/mine'));
  await removeOldSafetyBackups(dataDir, Date.parse('2026-11-22T03:00:02Z'));
  expect((await readdir(join(dataDir, 'backups'))).map((name) => name.slice(-16))).toEqual([...dates.slice(2), 'mine']);
  await rm(dataDir, { recursive: true });
});

it.runIf(process.platform !== 'win32')('the command to restore it can be typed as it stands, whatever the folder', () =>
  expect(toGoBackTo("/home/o'neil/My Posts/backups/a.tar", '/data')).toBe(
    "The last backup is /home/o'neil/My Posts/backups/a.tar. To go back to it, type: local-agent restore '/home/o'\\''neil/My Posts/backups/a.tar' --data-dir /data",
  ),
);
