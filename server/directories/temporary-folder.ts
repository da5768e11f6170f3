import { tmpdir } from 'node:os';

/** Chrome puts a Unix socket below its temporary folder, whose whole path may have about 100 characters. */
const TEMPORARY_MAX_CHARS = 30;

/** The system's folder for temporary files or, where its path is too long for a browser's socket, /tmp. */
export function shortTemporaryFolder(): string {
  const folder = tmpdir();
  return process.platform === 'win32' || folder.length <= TEMPORARY_MAX_CHARS ? folder : '/tmp';
}
