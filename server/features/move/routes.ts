import { moveApi } from '../../../shared/api/move.ts';
import type { MoveState } from '../../../shared/workspace/move.ts';
import type { AgentConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { environment } from '../../system/environment.ts';
import { defaultDataDirectory, thisMachine } from '../../system/machine.ts';
import { stillMark } from './mark.ts';
import { COUNTS_NEED_KEY } from './messages.ts';
import { countsOf } from './move.ts';

export type MoveDeps = {
  config: Pick<AgentConfig, 'dataDir' | 'supabaseSecretKey' | 'link'>;
  connection: Pick<SupabaseConnection, 'mode' | 'url'>;
  admin: Client | null;
};

/** Whether a move has begun, and what one would copy. The move itself is a command, for which the agent is stopped. */
export function moveRoutes({ config, connection: { mode, url }, admin }: MoveDeps): Routes {
  const canCount = mode === 'embedded' || config.supabaseSecretKey !== null;
  return routesOf(moveApi, {
    async getMove(): Promise<MoveState> {
      const mark = admin && (await stillMark(admin));
      const state = mark?.state;
      return {
        to: mode === 'embedded' ? 'hosted' : 'embedded',
        state: state === 'moving' || state === 'moved' || state === 'receiving' ? state : 'here',
        place: mark?.place ?? null,
        url,
        isLinked: config.link !== null,
        option: optionFor(config.dataDir),
        canCount,
      };
    },
    async countMove() {
      if (!admin || !canCount) throw new AppError('conflict', COUNTS_NEED_KEY);
      const { count, error } = await admin.from('members').select('user_id', { count: 'exact', head: true });
      if (error) throw couldNot('count the members', error);
      return { ...(await countsOf({ client: admin })), members: count ?? 0 };
    },
  });
}

/** The option with which a command finds this data directory; empty for the default one. */
function optionFor(dataDir: string): string {
  if (dataDir === defaultDataDirectory(environment(), thisMachine())) return '';
  return ` --data-dir ${/^[\w./\\:@+-]+$/.test(dataDir) ? dataDir : JSON.stringify(dataDir)}`;
}
