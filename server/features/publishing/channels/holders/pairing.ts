import type { PairingState } from '../../../../../shared/publishing/shared-logins.ts';
import { AppError } from '../../../../errors.ts';
import { createTurns } from '../vault.ts';
import type { AgentKeys, PairedAgent } from './agent-keys.ts';
import {
  CODE_OVER,
  CODE_TAKEN,
  ENDED_THERE,
  NO_CODE,
  NO_FINDER,
  NO_PAIRING,
  NOT_COMPARED,
  OTHER_WORDS,
  OWN_CODE,
  TOO_MANY,
} from './messages.ts';
import {
  isSameProof,
  makePairingCode,
  type PairingProofs,
  type PairingSide,
  pairingProofs,
  readPairingCode,
} from './pairing-code.ts';
import type { HolderStore } from './store.ts';

/** How many codes are tried until the first letters differ from those of every other pairing. */
const FINDERS = 5;
/** After this many wrong answers, a code is invalid. */
const ATTEMPTS = 5;

export type PairingDeps = {
  agentId: string;
  /** The name of this agent, as the other one shows it. */
  agentName(): Promise<string>;
  keys: AgentKeys;
  /** The values that another machine needs to connect to this workspace. */
  workspace: Extract<PairingState, { state: 'showing' }>['workspace'];
  now: () => Date;
};

/**
 * Pairs this agent with another one, so that each has the other's public key. One shows a code, which the user enters
 * on the other. Both then show the same six words, which the user confirms on the agent that shows the code. Only then
 * does each agent save the other's key. One pairing at a time, in memory, so it ends with the agent.
 */
export type Pairings = {
  /** Shows a new code. */
  show(store: HolderStore): Promise<PairingState>;
  /** Enters the other agent's code. AppError bad_input for an invalid code or this agent's own; not_found; conflict. */
  join(typed: string, store: HolderStore): Promise<PairingState>;
  /** Checks what the other agent has done, and returns the new state. */
  look(store: HolderStore): Promise<PairingState>;
  /** AppError conflict unless these words are shown. */
  confirm(words: readonly string[], store: HolderStore): Promise<PairingState>;
  cancel(store: HolderStore): Promise<void>;
};

type Answered = { joiner: PairingSide; proof: string; proofs: PairingProofs };
type UnderWay =
  | { side: 'shows'; id: string; text: string; secret: string; expiresAt: string; answered: Answered | null }
  | { side: 'joins'; id: string; shower: PairingSide; proofs: PairingProofs }
  | { side: 'over'; outcome: PairingState };

export function createPairings({ agentId, agentName, keys, workspace, now }: PairingDeps): Pairings {
  const inTurn = createTurns();
  let underWay: UnderWay | null = null;

  const ownSide = async (): Promise<PairingSide> => ({
    id: agentId,
    name: await agentName(),
    publicKey: (await keys.own()).publicKey,
  });
  const end = (outcome: PairingState): PairingState => {
    underWay = { side: 'over', outcome };
    return outcome;
  };
  const ended = (reason: string) => end({ state: 'ended', reason });
  const keep = async ({ id, name, publicKey }: PairingSide): Promise<PairingState> => {
    const other: PairedAgent = { id, name, publicKey, pairedAt: now().toISOString() };
    await keys.keep(other);
    return end({ state: 'paired', other: { id, name, pairedAt: other.pairedAt } });
  };
  const comparing = ({ id, name }: PairingSide, { words }: PairingProofs, confirmsHere: boolean): PairingState => ({
    state: 'comparing',
    other: { id, name },
    words,
    confirmsHere,
  });

  const lookAsShower = async (
    mine: Extract<UnderWay, { side: 'shows' }>,
    store: HolderStore,
  ): Promise<PairingState> => {
    const { id, secret, text, expiresAt } = mine;
    const row = await store.findPairing({ id });
    if (!row) return ended(CODE_OVER);
    if (row.answer && row.answer.proof !== mine.answered?.proof) {
      // With this agent's actual key, not the one stored in the database.
      const { joiner, proof } = row.answer;
      const proofs = await pairingProofs(secret, { id, shower: await ownSide(), joiner });
      if (isSameProof(proofs.joins, proof)) mine.answered = { joiner, proof, proofs };
      else if (row.attempts >= ATTEMPTS) {
        await store.end(id);
        return ended(TOO_MANY);
      } else await store.refuse(id, proof);
    }
    if (mine.answered) return comparing(mine.answered.joiner, mine.answered.proofs, true);
    return { state: 'showing', code: text, expiresAt, workspace };
  };

  const lookAsJoiner = async (
    { id, shower, proofs }: Extract<UnderWay, { side: 'joins' }>,
    store: HolderStore,
  ): Promise<PairingState> => {
    const row = await store.findPairing({ id });
    if (!row) return ended(ENDED_THERE);
    if (row.answer && row.answer.proof !== proofs.joins) return ended(CODE_TAKEN);
    if (!row.answer) return ended(NO_PAIRING);
    if (row.confirms === null || !isSameProof(row.confirms, proofs.confirms)) return comparing(shower, proofs, false);
    const paired = await keep(shower);
    await store.end(id);
    return paired;
  };

  const look = async (store: HolderStore): Promise<PairingState> => {
    if (!underWay) return { state: 'none' };
    if (underWay.side === 'shows') return lookAsShower(underWay, store);
    return underWay.side === 'joins' ? lookAsJoiner(underWay, store) : underWay.outcome;
  };

  const begin = async (store: HolderStore) => {
    const shower = await ownSide();
    for (let tries = 0; tries < FINDERS; tries += 1) {
      const code = makePairingCode();
      const made = await store.begin(code.finder, shower);
      if (made) return { ...code, ...made };
    }
    throw new AppError('unavailable', NO_FINDER);
  };

  const one = <T>(work: () => Promise<T>) => inTurn('pairing', work);
  return {
    show: (store) =>
      one(async () => {
        const { id, text, secret, expiresAt } = await begin(store);
        await store.noteKey(await ownSide());
        underWay = { side: 'shows', id, text, secret, expiresAt, answered: null };
        return { state: 'showing', code: text, expiresAt, workspace };
      }),

    join: (typed, store) =>
      one(async () => {
        const code = readPairingCode(typed);
        if (!code) throw new AppError('bad_input', NO_CODE);
        const row = await store.findPairing({ finder: code.finder });
        if (!row) throw new AppError('not_found', NO_PAIRING);
        if (row.shower.id === agentId) throw new AppError('bad_input', OWN_CODE);
        const joiner = await ownSide();
        const proofs = await pairingProofs(code.secret, { id: row.id, shower: row.shower, joiner });
        if (!(await store.answer(row.id, joiner, proofs.joins))) {
          throw new AppError(row.answer ? 'conflict' : 'not_found', row.answer ? CODE_TAKEN : NO_PAIRING);
        }
        await store.noteKey(joiner);
        underWay = { side: 'joins', id: row.id, shower: row.shower, proofs };
        return comparing(row.shower, proofs, false);
      }),

    look: (store) => one(() => look(store)),

    confirm: (words, store) =>
      one(async () => {
        if (underWay?.side !== 'shows' || !underWay.answered) throw new AppError('conflict', NOT_COMPARED);
        const { id, answered } = underWay;
        if (words.join(' ') !== answered.proofs.words.join(' ')) throw new AppError('conflict', OTHER_WORDS);
        const isThere = await store.confirm(id, answered.proof, answered.proofs.confirms);
        if (!isThere) {
          ended(CODE_OVER);
          throw new AppError('conflict', CODE_OVER);
        }
        return keep(answered.joiner);
      }),

    cancel: (store) =>
      one(async () => {
        const mine = underWay;
        underWay = null;
        if (mine && mine.side !== 'over') await store.end(mine.id);
      }),
  };
}
