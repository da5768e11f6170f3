import { z } from 'zod';
import { AppError } from '../../../../errors.ts';
import type { Secrets } from '../vault.ts';
import { type AgentKeyPair, keyPairSchema, keySchema, makeKeyPair } from './sealing.ts';

/** An agent that the user paired with this one, with its public key as verified during pairing. */
const pairedAgentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  publicKey: keySchema,
  pairedAt: z.string(),
});
export type PairedAgent = z.infer<typeof pairedAgentSchema>;

/**
 * The key pair of this agent and the agents paired with it, in the vault. Public keys from the database are never used:
 * anyone who can write to it could replace them with their own.
 */
export type AgentKeys = {
  /** Generates the key pair on first use. AppError unavailable while the keychain is locked. */
  own(): Promise<AgentKeyPair>;
  /** The paired agents, sorted by name. */
  paired(): Promise<PairedAgent[]>;
  /** Null for an agent that is not paired. */
  find(agentId: string): Promise<PairedAgent | null>;
  keep(agent: PairedAgent): Promise<void>;
  /** A no-op for an agent that is not paired. */
  forget(agentId: string): Promise<void>;
};

export function agentKeys(secrets: Secrets, agentId: string): AgentKeys {
  let making: Promise<AgentKeyPair> | null = null;
  const readOrMake = async (): Promise<AgentKeyPair> => {
    const kept = await secrets.read(agentId).catch(withoutLost);
    const { data } = keyPairSchema.safeParse(kept);
    if (data) return data;
    const made = await makeKeyPair();
    await secrets.write(agentId, made);
    return made;
  };
  const find: AgentKeys['find'] = async (id) => {
    const kept = await secrets.read(id).catch(withoutLost);
    return pairedAgentSchema.safeParse(kept).data ?? null;
  };
  return {
    own() {
      making ??= readOrMake().catch((error: unknown) => {
        making = null;
        throw error;
      });
      return making;
    },
    async paired() {
      const ids = (await secrets.ids()).filter((id) => id !== agentId);
      const found = (await Promise.all(ids.map(find))).filter((agent) => agent !== null);
      return found.sort((one, other) => one.name.localeCompare(other.name));
    },
    find,
    keep: (agent) => secrets.write(agent.id, agent),
    forget: (id) => (id === agentId ? Promise.resolve() : secrets.remove(id)),
  };
}

/** Treats a lost or damaged secret as missing, so that the agents have to be paired again. */
function withoutLost(error: unknown): null {
  if (error instanceof AppError && error.code === 'no_session') return null;
  throw error;
}
