/**
 * The value of `--import` that makes Node kill itself (SIGKILL) right before its `step`th change to the file system
 * below `folder`, or in the middle of a write, with half of the bytes written. Prints `steps N` on exit.
 */
export function killAtWrite(folder: string, step: number): string {
  const code = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let count = 0;
const next = () => {
  count += 1;
  if (count !== ${step}) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;);
};
const isOurs = (path) => String(path).startsWith(${JSON.stringify(folder)});
const promises = fs.promises;
const half = async (write, data) => {
  next();
  if (count + 1 === ${step}) await write(data.slice(0, data.length >> 1));
  next();
  return write(data);
};
for (const name of ['mkdir', 'rename', 'link', 'rm', 'unlink', 'chmod', 'chown', 'rmdir']) {
  const original = promises[name];
  promises[name] = (path, ...more) => {
    if (isOurs(path)) next();
    return original(path, ...more);
  };
}
const { writeFile, open } = promises;
promises.writeFile = (path, data, ...more) =>
  isOurs(path) ? half((part) => writeFile(path, part, ...more), data) : writeFile(path, data, ...more);
promises.open = async (path, ...more) => {
  if (!isOurs(path)) return open(path, ...more);
  // Also for a folder, which is opened to be synced after a file in it was renamed.
  next();
  const handle = await open(path, ...more);
  if (more[0] === 'r') return handle;
  const write = handle.writeFile.bind(handle);
  handle.writeFile = (data, ...rest) => half((part) => write(part, ...rest), data);
  for (const name of ['sync', 'close']) {
    const original = handle[name].bind(handle);
    handle[name] = () => {
      next();
      return original();
    };
  }
  return handle;
};
syncBuiltinESMExports();
process.on('exit', () => fs.writeSync(1, 'steps ' + count + '\\n'));
`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
