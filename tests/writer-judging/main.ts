import { readFile, writeFile } from 'node:fs/promises';
import { blindText, readVerdicts, type Sheet, shuffled, tally, VERDICTS } from './judge.ts';
import { type JudgedPost, writePosts } from './posts.ts';

/**
 * Judges the built-in writer (docs/built-in-writer.md):
 *
 *     npm run judge -- write after posts.json             the posts of this checkout, as version "after"
 *     npm run judge -- blind 1 sheet before.json after.json   sheet.txt to judge, sheet.json to keep shut
 *     npm run judge -- tally sheet [sheet...]             reads sheet.verdicts: a line per post, "12 a", "e" or "n"
 */
async function main([command, ...rest]: string[]): Promise<void> {
  if (command === 'write') return write(rest);
  if (command === 'blind') return blind(rest);
  if (command === 'tally') return report(rest);
  throw new Error('Say write, blind or tally.');
}

async function write([version = '', file = '']: string[]): Promise<void> {
  const { asked, posts } = await writePosts(version);
  await writeFile(file, JSON.stringify(posts, null, 1));
  console.error(`${posts.length} of ${asked} posts made.`);
}

async function blind([seed = '', name = '', ...files]: string[]): Promise<void> {
  const versions = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as JudgedPost[]),
  );
  const sheet = shuffled(versions.flat(), seed);
  await writeFile(`${name}.txt`, blindText(sheet));
  await writeFile(`${name}.json`, JSON.stringify(sheet));
}

async function report(names: string[]): Promise<void> {
  const sheets = await Promise.all(
    names.map(async (name) => ({
      sheet: JSON.parse(await readFile(`${name}.json`, 'utf8')) as Sheet,
      verdicts: readVerdicts(await readFile(`${name}.verdicts`, 'utf8')),
    })),
  );
  const groups = [
    ...tally(sheets, ({ version }) => version),
    ...tally(sheets, ({ version, language }) => `${version} ${language}`),
    ...tally(sheets, ({ version, kind }) => `${version} ${kind}`),
  ];
  for (const [group, count] of groups) {
    const all = VERDICTS.reduce((sum, verdict) => sum + count[verdict], 0);
    const shares = VERDICTS.map((verdict) => `${verdict} ${Math.round((100 * count[verdict]) / all)} %`);
    process.stdout.write(`${group.padEnd(20)} ${String(all).padStart(4)} verdicts: ${shares.join(', ')}\n`);
  }
}

await main(process.argv.slice(2));
