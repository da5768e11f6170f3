import type { FastifyRequest } from 'fastify';
import { cloudWritingApi } from '../../../shared/api/cloud-writing.ts';
import type { CloudWriting } from '../../../shared/workspace/cloud-writing.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import { NEEDS_MEMBER, notEnabled, ONLY_HOSTED, problemOf } from './messages.ts';
import { cloudWritingStore } from './store.ts';

const EMBEDDED: CloudWriting = {
  isHosted: false,
  isOn: false,
  missing: [],
  isAutopilotOn: false,
  calledAt: null,
  problem: null,
  runs: [],
};

/** The routes to read and set whether a hosted project makes the autopilot's posts itself. */
export function cloudWritingRoutes(
  { mode, url }: Pick<SupabaseConnection, 'mode' | 'url'>,
  clientFor: (request: FastifyRequest) => Client | null,
): Routes {
  const storeOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_MEMBER);
    return cloudWritingStore(client);
  };
  const stateOf = async (store: ReturnType<typeof storeOf>): Promise<CloudWriting> => {
    const [{ on, missing, call, runs }, isAutopilotOn] = await Promise.all([store.read(), store.isAutopilotOn()]);
    return {
      isHosted: true,
      isOn: on,
      missing,
      isAutopilotOn,
      calledAt: call && new Date(call.at).toISOString(),
      problem: call && problemOf(call),
      runs: runs.map(({ started_at, ...run }) => ({ ...run, startedAt: new Date(started_at).toISOString() })),
    };
  };
  return routesOf(cloudWritingApi, {
    getCloudWriting: (request) => (mode === 'hosted' ? stateOf(storeOf(request)) : EMBEDDED),
    setCloudWriting: async (request) => {
      if (mode !== 'hosted' || url === null) throw new AppError('conflict', ONLY_HOSTED);
      const store = storeOf(request);
      const { isOn } = request.body;
      const { missing } = await store.set(isOn, url);
      if (isOn && missing.length > 0) throw new AppError('conflict', notEnabled(missing));
      return stateOf(store);
    },
  });
}
