import type { FastifyRequest } from 'fastify';
import { sharedLoginApi } from '../../../../../shared/api/shared-logins.ts';
import { routesOf } from '../../../../http/operations.ts';
import type { Routes } from '../../../../http/zod-compiler.ts';
import type { Pairings } from './pairing.ts';
import type { Sharing } from './sharing.ts';
import type { HolderStore } from './store.ts';

export type SharedLoginRoutesDeps = {
  pairings: Pairings;
  sharing: Sharing;
  /** The store with the caller's rights. AppError unavailable if there is none. */
  storeFor(request: FastifyRequest): HolderStore;
};

/** Routes for pairing agents and sharing logins. No response ever contains a login or a private key. */
export function sharedLoginRoutes({ pairings, sharing, storeFor }: SharedLoginRoutesDeps): Routes {
  return routesOf(sharedLoginApi, {
    listSharedLogins: (request) => sharing.list(storeFor(request)),
    shareLogin: async (request) => {
      const store = storeFor(request);
      await sharing.share(request.params.id, request.body.agentId, store);
      return sharing.list(store);
    },
    takeLogin: async (request) => {
      const store = storeFor(request);
      await sharing.take(request.params.id, request.params.agentId, store);
      return sharing.list(store);
    },
    showPairingCode: (request) => pairings.show(storeFor(request)),
    joinPairing: (request) => pairings.join(request.body.code, storeFor(request)),
    getPairing: (request) => pairings.look(storeFor(request)),
    confirmPairing: (request) => pairings.confirm(request.body.words, storeFor(request)),
    cancelPairing: (request) => pairings.cancel(storeFor(request)),
    unpairAgent: async (request) => {
      const store = storeFor(request);
      await sharing.unpair(request.params.id, store);
      return sharing.list(store);
    },
  });
}
