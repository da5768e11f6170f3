import { readdir, readFile, writeFile } from 'node:fs/promises';
import { PLATFORMS } from '../shared/posts/platforms.ts';
import { MIGRATIONS, platformMigration } from './platform-lists.ts';

/** `npm run platforms`: writes a migration that updates the database to the platforms of shared/posts/platforms.ts. */
const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
const texts = await Promise.all(files.map(async (name) => [name, await readFile(`${MIGRATIONS}/${name}`, 'utf8')]));
const migration = platformMigration(Object.fromEntries(texts), PLATFORMS);
if (migration) await writeFile(`${MIGRATIONS}/${migration.file}`, migration.text);
