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
/** A start that was cut off before the database knew of it leaves a process that the next ones must still know. */
const RUNS_KEPT = 16;

const keptSchema = z.object({
  name: z.string().min(1).max(AGENT_NAME_MAX_LENGTH).nullable().catch(null),
  runs: z.array(z.uuid()).max(RUNS_KEPT),
  place: z.string().nullable(),
});

/** Who this agent is: its id and name are kept in the data directory. */
export type Identity = {
  id: string;
  /** The name that a person gave it; the host name at first. */
  name: string;
  /** This process, new at each start. */
  run: string;
  /** The processes that had this data directory before, the latest first. */
  known: readonly string[];
  /** Whether the data directory lies elsewhere than when it was last used: it was moved, restored or copied. */
  isElsewhere: boolean;
};

/** Notes a new process in the data directory, whose lock the caller holds. AppError internal for a damaged file. */
export async function openIdentity(dataDir: string): Promise<Identity> {
  const id = await loadAgentId(dataDir);
  const kept = await readKept(dataDir);
  const place = await placeOf(dataDir);
  const run = randomUUID();
  const known = kept?.runs ?? [];
  // Before the database knows it: a process that is cut off in between is known at the next start.
  await keep(dataDir, { name: kept?.name ?? null, place, runs: [run, ...known].slice(0, RUNS_KEPT) });
  const isElsewhere = kept !== null && kept.place !== place;
  return { id, name: kept?.name ?? nameOfMachine(), run, known, isElsewhere };
}

/** Another id for a data directory that was copied, and whose own is in use. */
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

/** What a copy does not share with its original. Host names are left out: each start of a container has another. */
async function placeOf(dataDir: string): Promise<string> {
  return (await stat(dataDir, { bigint: true })).ino.toString();
}

function nameOfMachine(): string {
  const name = hostname().split('.')[0]?.trim().slice(0, AGENT_NAME_MAX_LENGTH);
  return name || 'Agent';
}
