import { readFile, rm } from 'node:fs/promises';
import { AppError } from '../../errors.ts';
import { writePrivateFile } from '../../files/private-file.ts';
import { cannotWrite, MADE_BY, notOurs } from './service-messages.ts';

/** A definition that is a file of the manager's folder. AppError unavailable where it cannot be read or written. */
export type ServiceFile = {
  /** What lies there; null for nothing. AppError conflict where somebody else wrote it. */
  read(): Promise<string | null>;
  /** Writes it whole, over our own alone: ask `read` before. */
  write(text: string): Promise<void>;
  remove(): Promise<void>;
  /** Leaves what `read` answered earlier. */
  putBack(before: string | null): Promise<void>;
};

/** The file at `path`, which is ours when it says so. */
export function serviceFile(path: string): ServiceFile {
  const explain = (error: NodeJS.ErrnoException): never => {
    throw new AppError('unavailable', cannotWrite(path, error.code ?? error.message), { cause: error });
  };
  const write = (text: string) => writePrivateFile(path, text).catch(explain);
  const remove = () => rm(path, { force: true }).catch(explain);
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? null : explain(error),
      );
      if (text !== null && !text.includes(MADE_BY)) throw new AppError('conflict', notOurs(path));
      return text;
    },
    write,
    remove,
    putBack: (before) => (before === null ? remove() : write(before)),
  };
}
