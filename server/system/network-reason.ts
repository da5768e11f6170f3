const REDIRECTED = 'The server redirects to another address.';

/** Why a request got no answer, in words for people: Node says "fetch failed", and why in the cause. */
export function networkReason(error: unknown, host: string): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message === 'unexpected redirect') return REDIRECTED;
  const found = NETWORK_REASONS.find(([codes]) => codes.test(networkErrorCode(error)));
  return found ? found[1](host) : cause.message || error.message;
}

/** What people read in place of a system's code. */
const NETWORK_REASONS: readonly [RegExp, (host: string) => string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, (host) => `${host} was not found. Check the internet connection and the address.`],
  [/^ECONNREFUSED$/, (host) => `${host} refuses connections.`],
  [
    /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/,
    (host) => `There is no connection to ${host}. Check the internet connection.`,
  ],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, (host) => `${host} does not answer.`],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, (host) => `The connection to ${host} was interrupted.`],
  [
    /CERT|^ERR_TLS|^ERR_SSL|SIGNATURE|^EPROTO$/,
    (host) => `${host} offers no secure connection that this machine trusts.`,
  ],
];

/** The system's code of a failed request, such as ECONNREFUSED; empty without one. */
export function networkErrorCode(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? String(error.cause.code)
    : '';
}
