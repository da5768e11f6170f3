import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect, it, vi } from 'vitest';
import { partOf } from '../../../../server/diagnostics/health/examine.ts';
import { AppError } from '../../../../server/errors.ts';
import { writeArchive } from '../../../../server/features/backup/archive.ts';
import { backupHealth, keepLast } from '../../../../server/features/backup/daily.ts';
import { BACKUP_FORMAT, type Manifest } from '../../../../server/features/backup/manifest.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

const log = { warn: vi.fn() };
const NO_REASONS = () => [];

it('a part that hangs is asked once, whoever asks, and again when it has answered', async () => {
  const answers = [deferred<string>(), deferred<string>()];
  let asked = 0;
  const ask = () => (answers[asked++] ?? deferred<string>()).promise;
  const examine = partOf({ what: 'The database', ask, reasons: NO_REASONS }, log, 20);
  const late = { found: null, reasons: [expect.stringContaining('The database did not answer within 0.02 s.')] };
  expect([await examine(), await examine()]).toEqual([late, late]);
  expect(asked).toBe(1);
  answers[0]?.resolve('late');
  await answers[0]?.promise;
  answers[1]?.resolve('in time');
  await vi.waitFor(async () => expect(await examine()).toEqual({ found: 'in time', reasons: [] }), { timeout: 20_000 });
});

it('what people can mend is told in its own words, and what is a fault of ours is left to the log', async () => {
  const failing = (error: Error) =>
    partOf({ what: 'The log', ask: () => Promise.reject(error), reasons: NO_REASONS }, log)();
  expect(await failing(new AppError('unavailable', 'Plug it in.'))).toEqual({ found: null, reasons: ['Plug it in.'] });
  expect(log.warn).not.toHaveBeenCalled();
  const inside = await failing(new Error('postgres://me:secret@host'));
  expect(inside).toEqual({ found: null, reasons: [expect.stringContaining('The log could not be checked.')] });
  expect(log.warn).toHaveBeenCalledOnce();
});

const MADE = Temporal.Instant.from('2026-11-01T12:00:00Z');
let dataDir: string;

beforeEach(async () => {
  dataDir = await testFolder();
  await mkdir(join(dataDir, 'backups'));
  await writeFile(join(dataDir, 'agent-id'), '');
  await utimes(join(dataDir, 'agent-id'), MADE.epochMilliseconds / 1000, MADE.epochMilliseconds / 1000);
});

const after = (hours: number) => backupHealth(dataDir, MADE.add({ hours }));
const backUp = (name: string) => writeFile(join(dataDir, 'backups', name), '');

it('a new workspace needs none before the first night that counts', async () => {
  expect(await after(1)).toEqual({ isOn: true, lastAt: null, isOverdue: false });
  expect(await after(47)).toMatchObject({ isOverdue: false });
  expect(await after(49)).toEqual({ isOn: true, lastAt: null, isOverdue: true });
});

it('the last good one may be two days old; one that was not finished does not count', async () => {
  await backUp('backup-2026-11-03T03-00-00Z.tar');
  await backUp('backup-2026-11-02T03-00-00Z.tar');
  await backUp('backup-2026-11-05T03-00-00Z.tar.12-abcdef.tmp');
  const lastAt = '2026-11-03T03:00:00Z';
  expect(await backupHealth(dataDir, Temporal.Instant.from('2026-11-05T02:59:59Z'))).toEqual({
    isOn: true,
    lastAt,
    isOverdue: false,
  });
  expect(await backupHealth(dataDir, Temporal.Instant.from('2026-11-05T03:00:01Z'))).toMatchObject({
    lastAt,
    isOverdue: true,
  });
});

it('an old backup in a workspace that was made today is no reason', async () => {
  await backUp('backup-2026-10-01T03-00-00Z.tar');
  expect(await after(23)).toMatchObject({ lastAt: '2026-10-01T03:00:00Z', isOverdue: false });
});

it('keeps the seven that were made last, the new one among them where others are dated in the future', async () => {
  const folder = join(dataDir, 'backups');
  await mkdir(join(folder, 'media'));
  const backUpWhole = async (name: string, version: string) => {
    const beside = [{ path: `storage/${version}`, size: 1 }];
    const database = null;
    const rest = { version: '1', createdAt: '2026-11-01T00:00:00Z', includesSecrets: false };
    const manifest: Manifest = { ...rest, product: 'local-agent', format: BACKUP_FORMAT, database, parts: [], beside };
    await writeFile(
      join(folder, name),
      writeArchive(manifest, [], () => undefined),
    );
    await writeFile(join(folder, 'media', version), '1');
  };
  const mediaOf = (day: number) => `00000000-0000-4000-8000-00000000000${day}`;
  for (let day = 1; day <= 7; day++) await backUpWhole(`backup-2031-01-0${day}T03-00-00Z.tar`, mediaOf(day));
  await backUpWhole('backup-2026-11-05T03-00-00Z.tar', mediaOf(8));
  const { kept } = await keepLast(dataDir, Temporal.Instant.from('2026-11-05T03:01:00Z'));
  expect(kept[0]?.createdAt).toBe('2026-11-05T03:00:00Z');
  expect((await readdir(folder)).filter((name) => name !== 'media')).toEqual([
    'backup-2026-11-05T03-00-00Z.tar',
    ...[2, 3, 4, 5, 6, 7].map((day) => `backup-2031-01-0${day}T03-00-00Z.tar`),
  ]);
  expect(await readdir(join(folder, 'media'))).toEqual([2, 3, 4, 5, 6, 7, 8].map(mediaOf));
  expect(await backupHealth(dataDir, Temporal.Instant.from('2026-11-07T03:00:01Z'))).toMatchObject({
    lastAt: '2026-11-05T03:00:00Z',
    isOverdue: true,
  });
});
