import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { AGENT_NAME_MAX_LENGTH } from '../../../shared/agent/agents.ts';
import { loadAgentId, replaceAgentId } from '../../config/agent-id.ts';
import { readPrivateFile, writePrivateFile } from '../../files/private-file.ts';

const FILE = 'agent.json';
const REMEDY = 'Delete it: it is written again at the next start.';
/** More than one: starts that were cut off before registering must not push out the run that the database knows. */
const RUNS_KEPT = 16;

const keptSchema = z.object({
  name: z.string().min(1).max(AGENT_NAME_MAX_LENGTH).nullable().catch(null),
  runs: z.array(z.uuid()).max(RUNS_KEPT),
  place: z.string().nullable(),
});

/** This agent's identity. Its id and name are stored in the data directory. */
export type Identity = {
  id: string;
  /** The name that the user gave it; initially the host name. */
  name: string;
  /** Identifies this process; new at each start. */
  run: string;
  /** The runs of earlier processes on this data directory, the latest first. */
  known: readonly string[];
  /** Whether the data directory is in another place than when last used: it was moved, restored or copied. */
  isElsewhere: boolean;
};

/** Records a new run in the data directory, whose lock the caller holds. AppError internal for a damaged file. */
export async function openIdentity(dataDir: string): Promise<Identity> {
  const id = await loadAgentId(dataDir);
  const kept = await readKept(dataDir);
  const place = await placeOf(dataDir);
  const run = randomUUID();
  const known = kept?.runs ?? [];
  // Stored before the run is registered, so that the next start recognises it even if this one is cut off in between.
  await keep(dataDir, { name: kept?.name ?? null, place, runs: [run, ...known].slice(0, RUNS_KEPT) });
  const isElsewhere = kept !== null && kept.place !== place;
  return { id, name: kept?.name ?? nameOfMachine(), run, known, isElsewhere };
}

/** Gives a copied data directory a new id, because the original's agent uses the copied one. */
export async function renewIdentity(dataDir: string): Promise<Identity> {
  await replaceAgentId(dataDir);
  return openIdentity(dataDir);
}

/** The name of the data directory's agent. */
export async function agentNameOf(dataDir: string): Promise<string> {
  return (await readKept(dataDir))?.name ?? nameOfMachine();
}

export async function keepName(dataDir: string, name: string): Promise<void> {
  const kept = await readKept(dataDir);
  if (kept && kept.name !== name) await keep(dataDir, { ...kept, name: name.slice(0, AGENT_NAME_MAX_LENGTH) });
}

function readKept(dataDir: string) {
  return readPrivateFile(join(dataDir, FILE), (text) => keptSchema.parse(JSON.parse(text)), REMEDY);
}

function keep(dataDir: string, kept: z.infer<typeof keptSchema>): Promise<void> {
  return writePrivateFile(join(dataDir, FILE), `${JSON.stringify(kept)}\n`);
}

/** The inode, which a copy does not share. The host name would not do: a container gets a new one at each start. */
async function placeOf(dataDir: string): Promise<string> {
  return (await stat(dataDir, { bigint: true })).ino.toString();
}

function nameOfMachine(): string {
  const name = hostname().split('.')[0]?.trim().slice(0, AGENT_NAME_MAX_LENGTH);
  return name || 'Agent';
}
