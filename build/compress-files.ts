import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What shrinks; fonts are compressed already. */
const TEXT = /\.(js|css|svg|html)$/;
/** Smaller files fit into the first packets anyway. */
const MIN_BYTES = 1024;

/** A hundredth of the work of the best quality, for files a tenth larger. */
const QUICK_QUALITY = 5;

/**
 * Puts a .br and a .gz beside each text file of the build, for the agent to send as they are (web-ui.ts): the network
 * is slow where it is not this machine. As small as can be takes seconds: that is for what is packed (--mode release).
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
