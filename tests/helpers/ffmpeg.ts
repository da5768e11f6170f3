import { chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installApart } from './install-apart.ts';

/** FFmpeg's programs, which share nothing with what makes our videos. */
export type Ffmpeg = { ffmpeg: string; ffprobe: string };

const PACKAGES = { ffmpeg: '@ffmpeg-installer/ffmpeg', ffprobe: '@ffprobe-installer/ffprobe' } as const;

/** FFmpeg from npm: about 140 MB, which `npm test` and a checkout do without. */
export async function installFfmpeg(): Promise<Ffmpeg> {
  const dependencies = { [PACKAGES.ffmpeg]: '1.1.0', [PACKAGES.ffprobe]: '2.1.2' };
  const require = createRequire(join(await installApart('ffmpeg', { dependencies }), 'package.json'));
  const programs = { ffmpeg: require(PACKAGES.ffmpeg).path, ffprobe: require(PACKAGES.ffprobe).path };
  // Done by the packages' own scripts otherwise.
  await Promise.all(Object.values(programs).map((program) => chmod(program, 0o755)));
  return programs;
}
