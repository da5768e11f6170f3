import { startTestAgent } from '../../helpers/agent.ts';
import { startProjectProxy } from '../../helpers/project-proxy.ts';

export const PASSWORD = 'correct horse';

/** The probability of each fault, per request to the project. */
const CHANCES = { cut: 0.02, lost: 0.02, slow: 0.02 } as const;
const SLOW_MS = 2_000;

/**
 * The hosted project: the Supabase-compatible backend of an otherwise idle agent, behind a proxy that cuts requests,
 * delays responses, and loses responses after the request was carried out.
 */
export async function startProject(chance: () => number, happened: (what: string) => void) {
  const project = await startTestAgent();
  const proxy = await startProjectProxy(project.url, SLOW_MS);
  return {
    url: proxy.url,
    key: project.agent.connection.publishableKey,
    admin: project.admin,
    addMember: (email: string) => project.addMember(email, PASSWORD),
    /** An access token like a page's. */
    signIn: (email: string) => project.signIn(email, PASSWORD),
    /** From now on, requests fail at random. */
    trouble() {
      proxy.fail(() => {
        let roll = chance();
        for (const fault of ['cut', 'lost', 'slow'] as const) {
          roll -= CHANCES[fault];
          if (roll >= 0) continue;
          happened(`request ${fault}`);
          return fault;
        }
        return null;
      });
    },
    calm: () => proxy.fail(() => null),
    cutConnections: proxy.cutConnections,
    /** The database's time, in milliseconds since 1970. */
    async now(): Promise<number> {
      return Date.parse((await project.admin.rpc('database_time').throwOnError()).data);
    },
    async close() {
      await proxy.close();
      await project.close();
    },
  };
}

export type Project = Awaited<ReturnType<typeof startProject>>;
