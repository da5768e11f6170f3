import type { SharedLogins } from './shared-logins.ts';

/**
 * What to do about each agent with an older version of an account's login, as a sentence: the login was renewed by an
 * agent that is not paired with it. "Studio Mac has an older login: pair it with NAS, or renew it there."
 */
export function olderLoginsInWords({ holders }: Pick<SharedLogins['logins'][number], 'holders'>): string[] {
  const poster = holders.find(({ isPosting }) => isPosting);
  const postingName = poster?.isHere ? 'this agent' : (poster?.name ?? 'the agent that posts');
  return holders
    .filter(({ state, isPosting }) => state === 'outdated' && !isPosting)
    .map(({ name, isHere }) =>
      isHere
        ? `This agent has an older login: pair it with ${postingName}, or renew it here. Until then it does not take over.`
        : `${name ?? 'An agent'} has an older login: pair it with ${postingName}, or renew it there. Until then it does not take over.`,
    );
}
