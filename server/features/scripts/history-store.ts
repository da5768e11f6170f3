import type { ScriptArtifact, ScriptLogLine } from '../../../shared/scripts/script-run.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { INTERRUPTED } from './messages.ts';

/** As many ids as fit into a request's URL. */
const IDS_AT_ONCE = 100;
/** The error that reap_runs (migration claims) gives to the run of a killed agent. */
const REAPED = 'interrupted';

/** What survived of a killed agent's run. `finishedAt` is ISO 8601. */
export type RecoveredRun = { finishedAt: string; log: ScriptLogLine[]; artifacts: ScriptArtifact[] };

/** Database access for maintaining the history. AppError unavailable when Supabase fails. */
export type HistoryStore = {
  /** Those of `ids` that are unfinished. */
  unfinished(ids: string[]): Promise<string[]>;
  /** Marks a run as failed, with what survived of it. */
  restore(id: string, survived: RecoveredRun): Promise<void>;
  /** Fails the other runs of `owner` that were unfinished before `startedAt` (ISO 8601). */
  failInterrupted(owner: string, startedAt: string): Promise<void>;
  /**
   * Deletes the finished runs of `owner` that are older than `before` (ISO 8601) and not among its newest `runs`.
   * Returns their ids.
   */
  deleteOld(owner: string, rule: { runs: number; before: string }): Promise<string[]>;
  /** Those of `ids` that are in the history. */
  known(ids: string[]): Promise<string[]>;
  /** Records that the files of these runs are gone. */
  forgetArtifacts(ids: string[]): Promise<void>;
};

export function historyStore(client: Client): HistoryStore {
  const runs = () => client.from('script_runs');
  const rowsOf = async (ids: string[]) => {
    const parts = inParts(ids).map(async (part) => {
      const { data, error } = await runs().select('id, status, error').in('id', part);
      if (error) throw couldNot('read the history of runs', error);
      return data;
    });
    return (await Promise.all(parts)).flat();
  };
  return {
    async unfinished(ids) {
      const isCutOff = ({ status, error }: { status: string; error: string | null }) =>
        status === 'queued' || status === 'running' || error === REAPED;
      return (await rowsOf(ids)).filter(isCutOff).map(({ id }) => id);
    },
    async restore(id, { finishedAt, log, artifacts }) {
      const end = { status: 'error', error: INTERRUPTED, finished_at: finishedAt, logs: log, artifacts } as const;
      const { error } = await runs().update(end).eq('id', id);
      if (error) throw couldNot('save what is left of a run', error);
    },
    async failInterrupted(owner, startedAt) {
      const { error } = await runs()
        .update({ status: 'error', error: INTERRUPTED, finished_at: startedAt })
        .eq('owner', owner)
        .in('status', ['queued', 'running'])
        .lt('started_at', startedAt);
      if (error) throw couldNot('end the runs of an agent that was killed', error);
    },
    async deleteOld(owner, { runs: kept, before }) {
      const newest = runs().select('started_at').eq('owner', owner).order('started_at', { ascending: false });
      const { data, error } = await newest.range(kept - 1, kept - 1);
      if (error) throw couldNot('read the history of runs', error);
      const [oldestKept] = data;
      if (!oldestKept) return [];
      const { data: deleted, error: refusal } = await runs()
        .delete()
        .eq('owner', owner)
        .not('status', 'in', '(queued,running)')
        .lt('started_at', Date.parse(oldestKept.started_at) < Date.parse(before) ? oldestKept.started_at : before)
        .select('id');
      if (refusal) throw couldNot('delete old runs', refusal);
      return deleted.map(({ id }) => id);
    },
    async known(ids) {
      return (await rowsOf(ids)).map(({ id }) => id);
    },
    async forgetArtifacts(ids) {
      for (const part of inParts(ids)) {
        const { error } = await runs().update({ artifacts: [] }).in('id', part);
        if (error) throw couldNot('forget the files of old runs', error);
      }
    },
  };
}

function inParts(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_AT_ONCE);
  return Array.from({ length: count }, (_, part) => ids.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE));
}
