import type { Read } from '../../../../shared/platforms/reads.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { type SignInRequest, signInRequestSchema } from '../../../../shared/publishing/channel-entries.ts';
import type { ConnectAnswer, SignInState } from '../../../../shared/publishing/publishing-api.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { AppError } from '../../../errors.ts';
import { isSameSecret } from '../../../system/same-secret.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { asChoices } from '../platforms/kit/reads.ts';
import { ChoiceNeeded, type Connected, PublishError, type SignIn } from '../publisher.ts';
import { noSignIn, SIGN_IN_OVER } from './messages.ts';
import { assertSamePlatform, forPerson, type PlatformVisits } from './platform-visits.ts';
import type { Channels } from './service.ts';
import type { ChannelAccount, ChannelStore, StoredChannel } from './store.ts';

/** How long the user may take on the platform's page. */
const SIGN_IN_TTL_MS = 15 * 60_000;

/** A pending sign-in. `store` has the rights of the user who started it. */
type Pending = { account: ChannelAccount; signIn: SignIn; store: ChannelStore; replace: boolean; until: number };
/** A sign-in whose log-in covers several accounts. */
type Choosing = { one: Pending; pick: NonNullable<ChoiceNeeded['pick']> };
type Visit = (calls: PlatformCalls) => Promise<Connected>;

/** Sign-ins on the platforms' pages: one per account, in memory only. */
export type SignIns = {
  /** AppError bad_input if the platform has no sign-in page. */
  begin(
    accountId: string,
    request: { entry: SignInRequest; replace: boolean; redirectUri: string },
    store: ChannelStore,
  ): Promise<SignInState>;
  /**
   * Begins a sign-in with the request of the channel's previous one, and the permissions for `reads` in addition;
   * `none` if there was none. AppError not_found.
   */
  beginAgain(
    accountId: string,
    request: { replace: boolean; redirectUri: string; reads?: readonly Read[] },
    store: ChannelStore,
  ): Promise<SignInState>;
  /** The state of an account's latest sign-in. */
  stateOf(accountId: string): SignInState;
  /** Completes the sign-in of a redirect URL. AppError as in Channels.connect; not_found for an unknown sign-in. */
  returned(address: string): Promise<SignedIn>;
  /** Completes an account's sign-in with the pasted URL or code. AppError as in `returned`. */
  end(accountId: string, answer: string): Promise<SignedIn>;
  /** Completes a sign-in whose log-in covers several accounts. AppError not_found if there is none. */
  choose(accountId: string, value: string): Promise<StoredChannel>;
};
type SignedIn = { state: 'connected'; channel: StoredChannel } | (ConnectAnswer & { state: 'choose' });

export function createSignIns({
  channels,
  visits,
  now,
}: {
  channels: Pick<Channels, 'keep' | 'signInOf'>;
  visits: PlatformVisits;
  now: () => Date;
}): SignIns {
  const pending = new Map<string, Pending>();
  const states = new Map<string, SignInState>();
  const choosing = new Map<string, Choosing>();
  const isOver = ({ until }: Pending) => until < now().getTime();

  const finish = async (one: Pending, visit: Visit): Promise<SignedIn> => {
    const { account, store, replace } = one;
    const { id, platform } = account;
    // A code works only once: a second redirect needs a new sign-in.
    pending.delete(id);
    choosing.delete(id);
    try {
      const connected = await forPerson(platform, now, () => visits.visit(visit));
      const channel = await channels.keep(account, connected, store, { replace });
      states.set(id, { state: 'done' });
      return { state: 'connected', channel };
    } catch (error) {
      if (error instanceof ChoiceNeeded && error.pick) {
        const question = { state: 'choose' as const, ...error.choice };
        choosing.set(id, { one, pick: error.pick });
        states.set(id, question);
        return question;
      }
      // The pasted text does not belong to this sign-in, which stays open.
      if (error instanceof AppError && error.cause instanceof PublishError && error.cause.errorClass === 'rejected') {
        if (!pending.has(id)) pending.set(id, one);
      } else if (error instanceof AppError && error.code === 'conflict') {
        states.set(id, { state: 'other_account', question: error.message });
      } else {
        states.set(id, { state: 'failed', error: error instanceof AppError ? error.message : SIGN_IN_OVER });
      }
      throw error;
    }
  };
  const complete = (one: Pending, answer: string) => finish(one, (calls) => one.signIn.complete(answer, calls));

  const begin: SignIns['begin'] = async (accountId, { entry, replace, redirectUri }, store) => {
    const account = await store.account(accountId);
    const { oauth } = visits.publisherOf(account.platform);
    if (!oauth) throw new AppError('bad_input', noSignIn(platformLabel(account.platform)));
    assertSamePlatform(account, entry.platform);
    const signIn = await forPerson(account.platform, now, () =>
      visits.visit((calls) => oauth.begin(entry, redirectUri, calls)),
    );
    choosing.delete(accountId);
    pending.set(accountId, { account, signIn, store, replace, until: now().getTime() + SIGN_IN_TTL_MS });
    const state: SignInState = { state: 'open', url: signIn.authorizeUrl };
    states.set(accountId, state);
    return state;
  };

  return {
    begin,
    async beginAgain(accountId, { replace, redirectUri, reads = [] }, store) {
      const known = await channels.signInOf(accountId, store);
      if (!known) return { state: 'none' };
      const entry = signInRequestSchema.parse({ ...known, ...asChoices(reads) });
      return begin(accountId, { entry, replace, redirectUri }, store);
    },
    stateOf(accountId) {
      const one = pending.get(accountId);
      if (one && isOver(one)) {
        pending.delete(accountId);
        states.set(accountId, { state: 'failed', error: SIGN_IN_OVER });
      }
      return states.get(accountId) ?? { state: 'none' };
    },
    async returned(address) {
      const state = parseUrl(address)?.searchParams.get('state') ?? null;
      const one = [...pending.values()].find(({ signIn }) => state !== null && isSameSecret(signIn.state, state));
      if (!one || isOver(one)) throw new AppError('not_found', SIGN_IN_OVER);
      return complete(one, address);
    },
    async end(accountId, answer) {
      const one = pending.get(accountId);
      if (!one || isOver(one)) throw new AppError('not_found', SIGN_IN_OVER);
      return complete(one, answer);
    },
    async choose(accountId, value) {
      const chosen = choosing.get(accountId);
      if (!chosen || isOver(chosen.one)) throw new AppError('not_found', SIGN_IN_OVER);
      const { one, pick } = chosen;
      const answer = await finish(one, (calls) => pick(value, calls));
      if (answer.state === 'connected') return answer.channel;
      throw new AppError('bad_input', answer.question);
    },
  };
}
