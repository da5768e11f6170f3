import { isLocalName, isPrivateAddress } from '../../generation/sources/addresses.ts';
import { addressesOf } from '../../system/pinned-connection.ts';
import { type PinnedRequest, sendTo } from '../../system/pinned-request.ts';
import { PublishError } from './publisher.ts';

/** Resolves a host name. Replaceable in tests. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * `fetch` for a URL from another machine, such as the server named by an account's document. It connects only to the
 * public internet, to the IP addresses that were checked, and follows no redirects. PublishError `rejected` if the name
 * leads to a private network; TypeError, like fetch's, if there is no response.
 */
export async function publicFetch(url: URL, sent: PinnedRequest, resolve: Resolve = addressesOf): Promise<Response> {
  const addresses = await resolve(url.hostname).catch((cause: unknown) => {
    throw new TypeError('fetch failed', { cause });
  });
  if (isLocalName(url.hostname) || addresses.some(isPrivateAddress)) {
    throw new PublishError(
      'rejected',
      `The account uses the server ${url.host}, which is in a private network. If it is yours, connect again and enter that address as the server.`,
    );
  }
  return sendTo(url, addresses, sent);
}
