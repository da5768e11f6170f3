import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readConfigFile } from './config-file.ts';

const LINK_FILE = 'link.json';
const REMEDY = 'Delete it, then run `local-agent link` again; without it the workspace on this machine is used.';

const linkSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  publishableKey: z.string().min(1),
  /** The member whose session the agent uses. */
  email: z.string(),
  linkedAt: z.string(),
});

/** The Supabase project that a data directory is linked to. Contains no secrets: the session is in a separate file. */
export type Link = z.infer<typeof linkSchema>;

/** Reads the link of a data directory; null for a workspace on this machine. AppError bad_input for a damaged file. */
export function readLink(dataDir: string): Link | null {
  const path = join(dataDir, LINK_FILE);
  const found = readConfigFile(path);
  if (found === undefined) return null;
  const { data } = linkSchema.safeParse(found);
  if (!data) throw new AppError('bad_input', `${path} is damaged. ${REMEDY}`);
  return data;
}

export async function writeLink(dataDir: string, link: Link): Promise<void> {
  await writePrivateFile(join(dataDir, LINK_FILE), `${JSON.stringify(link, null, 2)}\n`);
}

export async function removeLink(dataDir: string): Promise<void> {
  await rm(join(dataDir, LINK_FILE), { force: true });
}
