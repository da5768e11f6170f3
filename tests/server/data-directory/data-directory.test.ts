import { chmod, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { canonicalPath, directoryError, prepareDataDirectory } from '../../../server/data-directory/data-directory.ts';
import { testFolder } from '../../helpers/file-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await testFolder();
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

it('makes the directory and its parents, private, and marks it with the format', async () => {
  const dataDir = join(folder, 'a/b');
  await prepareDataDirectory(dataDir);
  expect([await modeOf(dataDir), await modeOf(join(dataDir, 'workspace.json'))]).toEqual([0o700, 0o600]);
  expect(JSON.parse(await readFile(join(dataDir, 'workspace.json'), 'utf8'))).toEqual({ format: 1 });
});

it('takes the rights of others away, but lets them pass where they could', async () => {
  await chmod(folder, 0o755);
  await prepareDataDirectory(folder);
  expect(await modeOf(folder)).toBe(0o711);
});

it('opens a directory again, whatever is in it by then, and takes a config file alone for an empty one', async () => {
  await writeFile(join(folder, 'config.json'), '{}');
  await prepareDataDirectory(folder);
  await writeFile(join(folder, 'keys.json'), '{}');
  await expect(prepareDataDirectory(folder)).resolves.toBeUndefined();
});

it.each([
  ['with other things in it', 'thesis.txt', '', /is not empty \(thesis\.txt\).*Choose an empty or new one/],
  ['from a newer version', 'workspace.json', '{"format":2}', /newer local-agent \(format 2.*Update local-agent/],
  ['whose mark is damaged', 'workspace.json', '{"form', /workspace\.json is damaged/],
])('leaves a directory %s alone, and says so', async (_what, name, content, words) => {
  await writeFile(join(folder, name), content);
  await expect(prepareDataDirectory(folder)).rejects.toThrow(words);
});

it('may be asked for by several at once', async () => {
  const dataDir = join(folder, 'data');
  await Promise.all(Array.from({ length: 20 }, () => prepareDataDirectory(dataDir)));
  expect(await readdir(dataDir)).toEqual(['workspace.json']);
});

it('says so when a file is in the way', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(prepareDataDirectory(join(folder, 'file'))).rejects.toThrow(/a file is in the way/);
  await expect(prepareDataDirectory(join(folder, 'file/below'))).rejects.toThrow(/a file is in the way/);
});

it('says in one line what the system refused, with a remedy', async () => {
  await mkdir(join(folder, 'x'));
  const refusals = {
    EACCES: 'write access',
    EROFS: 'write access',
    ENOSPC: 'is full',
    EDQUOT: 'is full',
    EIO: 'cannot be used',
  };
  for (const [code, words] of Object.entries(refusals)) {
    const { message } = directoryError(folder, Object.assign(new Error('refused'), { code }));
    expect(message).toContain(words);
    expect(message).toMatch(/--data-dir\.$/);
    expect(message).not.toContain('\n');
  }
});

it.runIf(process.platform === 'linux')('says so at once where no directory can be made at all', () =>
  expect(prepareDataDirectory('/proc/local-agent')).rejects.toThrow(/cannot be used.*Choose another/),
);

it('has one path for a folder however it is spelled, and for one that is still to be made', async () => {
  const real = join(await realpath(folder), 'real');
  await mkdir(real);
  await symlink(real, join(folder, 'link'));
  const spellings = [join(folder, 'link'), `${folder}/link/`, `${folder}/./link/../link`];
  expect(spellings.map(canonicalPath)).toEqual([real, real, real]);
  expect(canonicalPath(join(folder, 'link/new/data'))).toBe(join(real, 'new/data'));
});

it('leaves a path as it is where a link leads round in a circle', async () => {
  await symlink(join(folder, 'b'), join(folder, 'a'));
  await symlink(join(folder, 'a'), join(folder, 'b'));
  expect(canonicalPath(join(folder, 'a'))).toBe(join(folder, 'a'));
});
