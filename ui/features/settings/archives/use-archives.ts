import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import { archiveRemoval as words } from '@/features/settings/archives/archive-messages.ts';
import { AgentResponseError, useAgent } from '@/lib/agent.ts';
import { connectionMessages, failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import { archiveApi, archiveUploadApi } from '../../../../shared/api/archives.ts';
import { pathTo } from '../../../../shared/api/operation.ts';
import {
  ARCHIVE_EVENTS,
  type ArchiveImport,
  type ArchiveImported,
  type ArchiveProgress,
  type ArchiveSource,
  archiveImportedSchema,
  archiveProgressSchema,
  archiveUploadSchema,
} from '../../../../shared/archives/archives.ts';
import type { ArchivePlatform } from '../../../../shared/archives/guides.ts';

const KEY = ['archives'];

export function useArchives() {
  const agent = useAgent();
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAgent(agent, archiveApi.listArchives, {}, signal) });
}

export function useRemoveArchive({ source }: ArchiveSource) {
  const agent = useAgent();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => askAgent(agent, archiveApi.removeArchive, { body: { source } }),
    onSuccess: () => void toast.success(words.removed(source)),
    onError: (error) => void toast.error(words.failed, { description: failureReason(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** The current step with an archive. Progress is null until the agent has begun to read. */
export type ArchiveStep = { name: 'uploading' | 'counting' | 'importing'; progress: ArchiveProgress | null };
/** An archive whose posts were counted, before it is imported. */
export type FoundArchive = { upload: string; name: string; counted: ArchiveImported };

/** Uploads an archive to the agent and counts its posts; then imports it once the user confirms. */
export function useArchiveImport() {
  const agent = useAgent();
  const { auth } = useSupabase();
  const client = useQueryClient();
  const [step, setStep] = useState<ArchiveStep | null>(null);
  const copying = useRef<AbortController | null>(null);

  async function upload(file: File, signal: AbortSignal): Promise<string> {
    const token = (await auth.getSession()).data.session?.access_token;
    const headers = { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${token}` };
    const path = pathTo(archiveUploadApi.uploadArchive, {});
    const answer = await fetch(path, { method: 'POST', headers, body: file, signal });
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw new AgentResponseError(answer.status, body);
    return archiveUploadSchema.parse(body).upload;
  }

  async function read(name: ArchiveStep['name'], body: ArchiveImport): Promise<ArchiveImported> {
    setStep({ name, progress: null });
    const answer = await sendToAgent(agent, archiveApi.importArchive, { body }, { accept: 'text/event-stream' });
    if (answer.body)
      for await (const { event, data } of readEventStream(answer.body)) {
        const value: unknown = JSON.parse(data);
        if (event === ARCHIVE_EVENTS.progress) setStep({ name, progress: archiveProgressSchema.parse(value) });
        if (event === ARCHIVE_EVENTS.result) return archiveImportedSchema.parse(value);
        if (event === 'error') throw new AgentResponseError(500, value);
      }
    throw new Error(connectionMessages.unreachable);
  }

  const importing = useMutation({
    mutationFn: ({ upload, name, counted: { platform }, accountId }: FoundArchive & { accountId: string | null }) =>
      read('importing', { upload, name, platform, ...(accountId !== null && { accountId }) }),
    onSettled: () => {
      setStep(null);
      return client.invalidateQueries({ queryKey: KEY });
    },
  });

  async function count(uploaded: Omit<FoundArchive, 'counted'>, platform?: ArchivePlatform) {
    const counted = await read('counting', { ...uploaded, dryRun: true, ...(platform && { platform }) });
    return counted.state === 'cancelled' ? null : { ...uploaded, counted };
  }

  /**
   * Resolves to the archive with its counts, or to null if cancelled. One already uploaded is counted for another
   * platform.
   */
  const counting = useMutation({
    mutationFn: async (chosen: File | (FoundArchive & { of: ArchivePlatform })): Promise<FoundArchive | null> => {
      if (!(chosen instanceof File)) return count({ upload: chosen.upload, name: chosen.name }, chosen.of);
      importing.reset();
      const control = new AbortController();
      copying.current = control;
      setStep({ name: 'uploading', progress: null });
      try {
        return await count({ upload: await upload(chosen, control.signal), name: chosen.name });
      } catch (error) {
        if (control.signal.aborted) return null;
        throw error;
      } finally {
        copying.current = null;
      }
    },
    onSettled: () => setStep(null),
  });

  return {
    step,
    count: (file: File) => counting.mutate(file),
    /** Counts the posts of another platform in the archive that was found. */
    countOf: (of: ArchivePlatform) => counting.data && counting.mutate({ ...counting.data, of }),
    /** Set once it is counted, until `forget`. */
    found: counting.data ?? null,
    forget: counting.reset,
    start: (accountId: string | null) => {
      if (!counting.data) return;
      importing.mutate({ ...counting.data, accountId });
      counting.reset();
    },
    imported: importing.data ?? null,
    error: counting.error ?? importing.error,
    cancel: () => {
      if (step?.name === 'uploading') copying.current?.abort();
      else void askAgent(agent, archiveApi.cancelArchiveImport, {}).catch(() => undefined);
    },
  };
}
