import { randomUUID } from 'node:crypto';
import { workspaceApi } from '../../../shared/api/workspace.ts';
import type { AgentConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { linkDirectory, unlinkDirectory } from './link.ts';
import { NAMED_FOR_RUN, OWN_DATABASE } from './messages.ts';

export type WorkspaceDeps = {
  config: Pick<AgentConfig, 'dataDir' | 'supabaseUrl' | 'databaseUrl' | 'link'>;
  connection: Pick<SupabaseConnection, 'mode' | 'url' | 'linkProblem'>;
  /** Why nothing is sent or made here; null if the workspace is active. */
  still(): Promise<string | null>;
  /** Closes the agent and reopens the workspace; undefined if the caller cannot do that. */
  replaceWorkspace: ((id: string, swap: () => Promise<void>) => void) | undefined;
};

/** Time for the response to be sent before the agent closes, in milliseconds. */
const ANSWER_MS = 200;

/** Where the workspace's data is, and the link to the user's own Supabase project. */
export function workspaceRoutes({ config, connection, still, replaceWorkspace }: WorkspaceDeps): Routes {
  const { dataDir, link, supabaseUrl, databaseUrl } = config;

  const openAnew = () => {
    if (replaceWorkspace) setTimeout(() => replaceWorkspace(randomUUID(), async () => undefined), ANSWER_MS).unref();
  };

  return routesOf(workspaceApi, {
    getWorkspace: async () => ({
      mode: connection.mode,
      url: connection.url,
      link: link && { email: link.email, linkedAt: link.linkedAt },
      problem: connection.linkProblem(),
      still: await still(),
      opensAnew: replaceWorkspace !== undefined,
    }),
    async linkWorkspace({ body }) {
      if (supabaseUrl && !link) throw new AppError('conflict', NAMED_FOR_RUN);
      if (databaseUrl) throw new AppError('conflict', OWN_DATABASE);
      const linked = await linkDirectory(dataDir, body);
      if (!linked.signedInAgain || !link) openAnew();
      return linked;
    },
    async unlinkWorkspace() {
      await unlinkDirectory(dataDir);
      if (link) openAnew();
    },
  });
}
