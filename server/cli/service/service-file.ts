import { readFile, rm } from 'node:fs/promises';
import { AppError } from '../../errors.ts';
import { writePrivateFile } from '../../files/private-file.ts';
import { cannotWrite, MADE_BY, notOurs } from './service-messages.ts';

/** A definition file in the manager's folder. AppError unavailable when it cannot be read or written. */
export type ServiceFile = {
  /** Its content, or null. AppError conflict when it is not ours. */
  read(): Promise<string | null>;
  /** Replaces the whole file. Call `read` first, which rejects a file that is not ours. */
  write(text: string): Promise<void>;
  remove(): Promise<void>;
  /** Restores the content that `read` returned earlier. */
  putBack(before: string | null): Promise<void>;
};

/** The file at `path`; a marker in it shows that it is ours. */
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
