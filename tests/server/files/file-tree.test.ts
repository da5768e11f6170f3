import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles, openBelow, removeTree } from '../../../server/files/file-tree.ts';

let base: string;
let top: string;
let outside: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'local-agent-tree-'));
  top = join(base, 'top');
  outside = join(base, 'outside');
  mkdirSync(join(top, 'below'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'holiday.jpg'), 'a picture');
  writeFileSync(join(top, 'below', 'mine.txt'), 'mine');
});
afterEach(() => {
  // Some of these trees are too deep for Node's own rm.
  execFileSync('rm', ['-rf', base]);
});

/** Other things that a script may have created: links of every kind, a FIFO, and names that are not valid text. */
function addOddities() {
  symlinkSync(outside, join(top, 'pictures'));
  symlinkSync(outside, join(top, 'below', 'pictures'));
  symlinkSync(join(outside, 'holiday.jpg'), join(top, 'holiday.jpg'));
  symlinkSync('.', join(top, 'loop'));
  symlinkSync('../..', join(top, 'below', 'up'));
  symlinkSync('nowhere', join(top, 'dangling'));
  execFileSync('sh', ['-c', 'mkfifo fifo'], { cwd: top });
  writeFileSync(join(top, 'two\nlines.txt'), 'two');
}

/** Makes nested folders whose full path is longer than any system call accepts. */
function addDeepFolder() {
  const part = join(...Array<string>(15).fill('d'.repeat(200)));
  for (const name of ['one', 'other']) mkdirSync(join(base, name, part), { recursive: true });
  writeFileSync(join(base, 'other', part, 'deep.txt'), 'x');
  renameSync(join(base, 'other'), join(base, 'one', part, 'other'));
  renameSync(join(base, 'one'), join(top, 'one'));
}

describe('listing the files below a folder', () => {
  it('follows no link, opens nothing, and takes any name', async () => {
    addOddities();
    expect(await listFiles(top, 1000)).toEqual({
      files: [
        { path: 'below/mine.txt', size: 4 },
        { path: 'two\nlines.txt', size: 3 },
      ],
      isWhole: true,
    });
  });

  it('lists nothing where a link stands in place of the folder, or nothing does', async () => {
    symlinkSync(outside, join(base, 'link'));
    expect(await listFiles(join(base, 'link'), 1000)).toEqual({ files: [], isWhole: true });
    expect(await listFiles(join(base, 'none'), 1000)).toEqual({ files: [], isWhole: true });
  });

  it('ends where there is too much, and says so', async () => {
    for (let count = 0; count < 300; count++) writeFileSync(join(top, `${count}`), '');
    const { files, isWhole } = await listFiles(top, 100);
    expect([files.length <= 100, isWhole]).toEqual([true, false]);
    rmSync(top, { recursive: true });
    mkdirSync(top);
    addDeepFolder();
    expect(await listFiles(top, 1000)).toEqual({ files: [], isWhole: false });
  });

  it('says so where a name is no text, since such a file cannot be told by its path', async () => {
    writeFileSync(Buffer.concat([Buffer.from(join(top, 'a')), Buffer.from([0xff])]), 'x');
    expect((await listFiles(top, 1000)).isWhole).toBe(false);
  });
});

it('opening a file below a folder opens ordinary files only, by no way that leaves the folder', async () => {
  addOddities();
  const file = await openBelow(top, 'below/mine.txt');
  expect(await file?.readFile('utf8')).toBe('mine');
  await file?.close();
  const refused = [
    ...['pictures/holiday.jpg', 'holiday.jpg', 'loop/below/mine.txt', 'below/up/outside/holiday.jpg', 'fifo'],
  ];
  refused.push('below', 'below/', '', '.', '../outside/holiday.jpg', '/etc/passwd', 'below/mine.txt\0', 'none');
  for (const path of refused) expect([path, await openBelow(top, path)]).toEqual([path, null]);
});

it('opening a file below a folder never opens what a link leads to that is put there meanwhile', async () => {
  writeFileSync(join(outside, 'mine.txt'), 'secret');
  let isOver = false;
  const swap = async () => {
    while (!isOver) {
      await rename(join(top, 'below'), join(top, 'aside'));
      await symlink(outside, join(top, 'below'));
      await unlink(join(top, 'below'));
      await rename(join(top, 'aside'), join(top, 'below'));
      await delay(1);
    }
  };
  const swapping = swap();
  const read = new Set<string>();
  for (let count = 0; count < 150; count++) {
    const file = await openBelow(top, 'below/mine.txt');
    if (file) read.add(await file.readFile('utf8').finally(() => file.close()));
  }
  isOver = true;
  await swapping;
  expect([...read]).toEqual(['mine']);
});

describe('removing a tree', () => {
  it('removes the links and nothing that they lead to', async () => {
    addOddities();
    await removeTree(top);
    expect(existsSync(top)).toBe(false);
    expect(readFileSync(join(outside, 'holiday.jpg'), 'utf8')).toBe('a picture');
    symlinkSync(outside, top);
    await removeTree(top);
    expect([readdirSync(base), readdirSync(outside)]).toEqual([['outside'], ['holiday.jpg']]);
  });

  it('removes what is deeper than a path can be long, what has no text for a name, and very many files', async () => {
    addDeepFolder();
    writeFileSync(Buffer.concat([Buffer.from(join(top, 'a')), Buffer.from([0xff])]), 'x');
    execFileSync('sh', ['-c', 'mkdir many && cd many && seq 500 | xargs touch'], { cwd: top });
    await removeTree(top);
    expect(existsSync(top)).toBe(false);
  }, 60_000);

  it('leaves what was never there', async () => {
    await removeTree(join(base, 'none'));
    expect(readdirSync(base).sort()).toEqual(['outside', 'top']);
  });
});
