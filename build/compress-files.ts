import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files worth compressing; fonts are compressed already. */
const TEXT = /\.(js|css|svg|html)$/;
/** Smaller files are not compressed, because they fit into the first packets anyway. */
const MIN_BYTES = 1024;

/** Takes a hundredth of the time of the best quality, for files that are 10 % larger. */
const QUICK_QUALITY = 5;

/**
 * Writes a .br and a .gz copy of each text file of the build, which the agent sends unchanged (web-ui.ts), for browsers
 * on other machines. The best compression takes seconds, and is only used for releases (--mode release).
 */
export function compressFiles(): Plugin {
  let quality = QUICK_QUALITY;
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved({ mode }) {
      if (mode === 'release') quality = constants.BROTLI_MAX_QUALITY;
    },
    async writeBundle({ dir }) {
      if (!dir) throw new Error('The build has no output folder.');
      const files = (await readdir(dir, { recursive: true })).filter((file) => TEXT.test(file));
      await Promise.all(files.map((file) => compressFile(join(dir, file), quality)));
    },
  };
}

async function compressFile(file: string, quality: number): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params })),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}
