import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../errors.ts';
import { packageRoot } from '../supabase/package-files.ts';
import { unknownExample } from './messages.ts';

/** A script to begin with, from shared/script-examples. `about` is its first comment. */
export type ScriptExample = { name: string; about: string; code: string };

/** All examples, by name. */
export async function readExamples(): Promise<ScriptExample[]> {
  const folder = join(packageRoot(), 'shared', 'script-examples');
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const code = await readFile(join(folder, file), 'utf8');
      return { name: basename(file, '.js'), about: /^\/\/ (.*)$/m.exec(code)?.[1] ?? '', code };
    }),
  );
}

/** AppError bad_input, naming those there are, for another name. */
export async function readExample(name: string): Promise<ScriptExample> {
  const examples = await readExamples();
  const found = examples.find((example) => example.name === name);
  if (found) return found;
  const names = examples.map((example) => example.name);
  throw new AppError('bad_input', unknownExample(name, names));
}
