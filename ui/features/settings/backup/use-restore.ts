import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import { restoreProgress } from '@/features/settings/backup/restore-messages.ts';
import { AgentResponseError, agentFetch, useAgent } from '@/lib/agent.ts';
import { useSupabase } from '@/lib/supabase.ts';
import {
  BACKUP_EVENTS,
  type BackupInspection,
  backupProgressSchema,
  backupsSchema,
  backupUploadSchema,
  type RestoreReady,
  restoreReadySchema,
} from '../../../../shared/agent/backups.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import { backupApi, backupUploadApi } from '../../../../shared/api/agent.ts';
import { pathTo } from '../../../../shared/api/operation.ts';

export type BackupChoice = { source: string; passphrase: string | null };

/** Returns a function that reads what a backup contains. It rejects with the agent's reason. */
export function useInspectBackup() {
  const agent = useAgent();
  return (body: BackupChoice): Promise<BackupInspection> => askAgent(agent, backupApi.inspectBackup, { body });
}

/**
 * Returns a function that uploads a backup file to the agent, and resolves to its name there. It rejects with the
 * agent's reason.
 */
export function useUploadBackup() {
  const { auth } = useSupabase();
  return async (file: File): Promise<string> => {
    const token = (await auth.getSession()).data.session?.access_token;
    const headers = { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${token}` };
    const answer = await fetch(pathTo(backupUploadApi.uploadBackup, {}), { method: 'POST', headers, body: file });
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw new AgentResponseError(answer.status, body);
    return backupUploadSchema.parse(body).source;
  };
}

/** How long the agent may be unreachable, and the polling interval, in milliseconds. */
const AWAY_MOST_MS = 120_000;
const LOOK_MS = 700;

/** Restores a backup, and waits until the agent is reachable again. `step` describes the current step. */
export function useRestore() {
  const agent = useAgent();
  const { auth } = useSupabase();
  const [step, setStep] = useState<string>(restoreProgress.starting);

  async function prepare(choice: BackupChoice): Promise<RestoreReady> {
    const accept = 'text/event-stream';
    const answer = await sendToAgent(agent, backupApi.restoreBackup, { body: choice }, { accept });
    if (!answer.body) throw new Error(restoreProgress.away);
    for await (const { event, data } of readEventStream(answer.body)) {
      const value: unknown = JSON.parse(data);
      if (event === BACKUP_EVENTS.progress) setStep(backupProgressSchema.parse(value).text);
      if (event === BACKUP_EVENTS.result) return restoreReadySchema.parse(value);
      if (event === 'error') throw new AgentResponseError(500, value);
    }
    throw new Error(restoreProgress.away);
  }

  /** Resolves once the agent has restarted. Rejects with the reason if nothing was replaced. */
  async function isBack({ id }: RestoreReady): Promise<void> {
    // The previous workspace's session is deliberately not refreshed, so that the result stays on the screen.
    const accessToken = (await auth.getSession()).data.session?.access_token;
    const path = pathTo(backupApi.listBackups, {});
    for (const since = Date.now(); Date.now() - since < AWAY_MOST_MS; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      try {
        const { lastRestore } = backupsSchema.parse(await (await agentFetch(path, { accessToken })).json());
        if (lastRestore?.id !== id) continue;
        if (lastRestore.problem !== null) throw new AgentResponseError(500, { error: lastRestore.problem });
        return;
      } catch (error) {
        if (!(error instanceof AgentResponseError)) continue;
        // The backup has its own members, so the previous workspace's session is no longer valid.
        if (error.status === 401 || error.status === 403) return;
        if (error.status === 500) throw error;
      }
    }
    throw new Error(restoreProgress.away);
  }

  const restore = useMutation({
    mutationFn: async (choice: BackupChoice) => {
      setStep(restoreProgress.starting);
      const ready = await prepare(choice);
      setStep(restoreProgress.restarting);
      await isBack(ready);
      return ready;
    },
  });
  return { ...restore, step };
}

/**
 * Returns a function that drops the previous workspace's session and all data loaded with it, and opens the sign-in
 * page.
 */
export function useSignInAgain() {
  const { auth } = useSupabase();
  return async () => {
    await auth.signOut({ scope: 'local' }).catch(() => undefined);
    location.assign('/auth');
  };
}
