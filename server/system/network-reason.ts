const REDIRECTED = 'The server redirects to another address.';

/** Why a request got no answer, as a sentence for users. Node only says "fetch failed"; the reason is in the cause. */
export function networkReason(error: unknown, host: string): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message === 'unexpected redirect') return REDIRECTED;
  const found = NETWORK_REASONS.find(([codes]) => codes.test(networkErrorCode(error)));
  return found ? found[1](host) : cause.message || error.message;
}

/** Sentences for users, by the system's error code. */
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

/** The system's error code of a failed request, such as ECONNREFUSED; empty if there is none. */
export function networkErrorCode(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? String(error.cause.code)
    : '';
}
