import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { placeQuery } from '@/domain/workspace/place.ts';
import { agentFetch, useAgent } from '@/lib/agent.ts';
import { signOutHere, useConfig, useSupabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../../shared/agent/agent-api.ts';
import { workspaceApi } from '../../../../shared/api/workspace.ts';
import type { NewLink, WorkspacePlace } from '../../../../shared/workspace/link.ts';

/** How long the agent may take to open another workspace, and the polling interval, in milliseconds. */
const AWAY_MOST_MS = 120_000;
const LOOK_MS = 700;

/** Returns a function that waits until the agent serves another workspace, then opens its sign-in page. */
function useOpened() {
  const supabase = useSupabase();
  const config = useConfig();
  return async () => {
    for (const since = Date.now(); Date.now() - since < AWAY_MOST_MS; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const now = await agentFetch('/config.json')
        .then((answer): Promise<UiConfig> => answer.json())
        .catch(() => null);
      if (now === null || (now.supabaseUrl === config.supabaseUrl && now.mode === config.mode)) continue;
      await signOutHere(supabase, config).catch(() => undefined);
      location.assign('/auth');
      return;
    }
  };
}

/** Links the agent to a project, or signs it in to the same one again; `place` is its current workspace. */
export function useLink(place: WorkspacePlace) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const opened = useOpened();
  return useMutation({
    mutationFn: async (body: NewLink) => {
      const linked = await askAgent(agent, workspaceApi.linkWorkspace, { body });
      if (place.opensAnew && !(linked.signedInAgain && place.link)) await opened();
      await queryClient.invalidateQueries(placeQuery(agent));
      return linked;
    },
  });
}

export function useUnlink(place: WorkspacePlace) {
  const agent = useAgent();
  const opened = useOpened();
  return useMutation({
    mutationFn: async () => {
      await askAgent(agent, workspaceApi.unlinkWorkspace, {});
      if (place.opensAnew) await opened();
    },
  });
}
