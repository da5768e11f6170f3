import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What shrinks; fonts are compressed already. */
const TEXT = /\.(js|css|svg|html)$/;
/** Smaller files fit into the first packets anyway. */
const MIN_BYTES = 1024;

/**
 * Puts a .br and a .gz beside each text file of the build, for the agent to send as they are (web-ui.ts): the network
 * is slow where it is not this machine.
 */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) throw new Error('The build has no output folder.');
      const files = (await readdir(dir, { recursive: true })).filter((file) => TEXT.test(file));
      await Promise.all(files.map((file) => compressFile(join(dir, file))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: size })),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}
