import { accountParamsSchema } from '../accounts/accounts.ts';
import {
  confirmPairingSchema,
  holderParamsSchema,
  pairedParamsSchema,
  pairingCodeSchema,
  pairingSchema,
  sharedLoginsSchema,
  shareLoginSchema,
} from '../publishing/shared-logins.ts';
import type { Operations } from './operation.ts';

export const sharedLoginApi = {
  listSharedLogins: {
    route: 'GET /api/logins',
    summary: 'List the agents paired with this one, and which agents hold which login',
    answer: sharedLoginsSchema,
  },
  shareLogin: {
    route: 'POST /api/accounts/:id/holders',
    summary: 'Share the login of an account with a paired agent',
    description:
      'The login is sealed for that agent. 409 if this agent does not post to the account, or is not paired.',
    access: 'owner',
    params: accountParamsSchema,
    body: shareLoginSchema,
    answer: sharedLoginsSchema,
    errors: [404, 409],
  },
  takeLogin: {
    route: 'DELETE /api/accounts/:id/holders/:agentId',
    summary: 'Take the login of an account away from an agent',
    description:
      'It stops posting there at once. That machine has had the login, which stays valid until it is revoked on the platform. 409 for the only agent that holds it: disconnect the account instead.',
    access: 'owner',
    params: holderParamsSchema,
    answer: sharedLoginsSchema,
    errors: [404, 409],
  },
  showPairingCode: {
    route: 'POST /api/pairing',
    summary: 'Show a code for pairing another agent with this one',
    description: 'It is valid for ten minutes and one agent, and replaces an earlier one.',
    access: 'owner',
    answer: pairingSchema,
    status: 201,
  },
  joinPairing: {
    route: 'POST /api/pairing/join',
    summary: 'Enter the code that another agent shows',
    description: 'Returns six words. The user compares them with those of the other agent, and confirms there.',
    access: 'owner',
    body: pairingCodeSchema,
    answer: pairingSchema,
    errors: [404, 409],
  },
  getPairing: {
    route: 'GET /api/pairing',
    summary: 'Get the progress of a pairing',
    access: 'owner',
    answer: pairingSchema,
  },
  confirmPairing: {
    route: 'POST /api/pairing/confirm',
    summary: 'Confirm that both agents show the same words',
    access: 'owner',
    body: confirmPairingSchema,
    answer: pairingSchema,
    errors: [409],
  },
  cancelPairing: {
    route: 'DELETE /api/pairing',
    summary: 'End a pairing that is in progress',
    access: 'owner',
  },
  unpairAgent: {
    route: 'DELETE /api/pairing/agents/:id',
    summary: 'Undo a pairing, and take from that agent the logins that this one posts with',
    access: 'owner',
    params: pairedParamsSchema,
    answer: sharedLoginsSchema,
    errors: [404],
  },
} as const satisfies Operations;
