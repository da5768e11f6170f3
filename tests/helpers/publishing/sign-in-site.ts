import { type Grants, type Reply, redirectTo } from './imitation.ts';

/** A user's login. Its tokens rotate on every refresh. `endsAt` is when it can no longer be refreshed. */
type Login = {
  access: string;
  refresh: string | null;
  scopes: string[];
  expiresAt: number;
  endsAt: number;
  isRevoked: boolean;
};
export type Accounts = { now: () => number; grants: Grants<{ scopes: string[]; at: number }>; logins: Login[] };
type Form = Record<string, string>;

/** What is specific to a platform's OAuth 2.0 sign-in. */
type Rules<A extends Accounts> = {
  /** The separator between scopes. */
  separator: ' ' | ',';
  /** The response in place of the consent page; null if the request is correct. */
  wrong(query: URLSearchParams, accounts: A): Reply | null;
  /** The parameters of the redirect if the user cancels. */
  cancelled: Form;
  code(): string;
  /** The lifetimes of a code, an access token and a login, in milliseconds. */
  codeMs?: number;
  accessMs: number;
  loginMs?: number;
  tokens(accounts: A): Pick<Login, 'access' | 'refresh'>;
  /** A refresh changes only the access token, and does not extend the login. */
  keepsRefresh?: boolean;
  /** The response to a client that cannot authenticate; null for one that can. */
  unknown(form: Form, authorization: string, accounts: A): Reply | null;
  /** A token for the app itself. */
  ofApp?(form: Form): object;
  refused: { renewal: Reply; code: Reply };
  answer(login: Login, now: number, accounts: A): object;
};

export function signInSite<A extends Accounts>(rules: Rules<A>) {
  const { separator, accessMs, loginMs = Number.POSITIVE_INFINITY, codeMs = Number.POSITIVE_INFINITY } = rules;
  const fresh = (accounts: A) => {
    const now = accounts.now();
    return { ...rules.tokens(accounts), expiresAt: now + accessMs, endsAt: now + loginMs };
  };
  return {
    /** The user's decision: `allow`, `cancel`, or a scope that is denied. */
    decide(accounts: A, form: Form): Reply {
      const wrong = rules.wrong(new URLSearchParams(form), accounts);
      if (wrong) return wrong;
      const {
        redirect_uri: redirectUri = '',
        state = '',
        code_challenge: challenge = null,
        decision,
        scope = '',
      } = form;
      if (decision === 'cancel') return redirectTo(redirectUri, { state, ...rules.cancelled });
      const scopes = scope.split(separator).filter((one) => one !== decision);
      const code = accounts.grants.give({ redirectUri, challenge, scopes, at: accounts.now() }, rules.code());
      return redirectTo(redirectUri, { state, code });
    },
    /** For a code or a refresh token: each refresh invalidates the previous tokens. */
    giveToken(accounts: A, form: Form, authorization = ''): Reply {
      const { grants, logins } = accounts;
      const now = accounts.now();
      const refused = rules.unknown(form, authorization, accounts);
      if (refused) return refused;
      if (form.grant_type === 'client_credentials' && rules.ofApp) return { status: 200, body: rules.ofApp(form) };
      if (form.grant_type === 'refresh_token') {
        const login = logins.find(({ refresh, isRevoked }) => refresh === form.refresh_token && !isRevoked);
        if (!login || login.endsAt <= now) return rules.refused.renewal;
        const { access, refresh, expiresAt, endsAt } = fresh(accounts);
        const kept = { access, expiresAt: Math.min(expiresAt, login.endsAt) };
        Object.assign(login, rules.keepsRefresh ? kept : { access, refresh, expiresAt, endsAt });
        return { status: 200, body: rules.answer(login, now, accounts) };
      }
      const grant = grants.take(form);
      if (!grant || grant.at + codeMs <= now) return rules.refused.code;
      const login = { ...fresh(accounts), scopes: grant.scopes, isRevoked: false };
      logins.push(login);
      return { status: 200, body: rules.answer(login, now, accounts) };
    },
  };
}

/** The login of a valid access token. */
export function loginOf({ logins, now }: Accounts, token: string | undefined): Login | undefined {
  return logins.find(({ access, expiresAt, isRevoked }) => access === token && !isRevoked && expiresAt > now());
}

/** OAuth 2.0's refusal of a token request. */
export const refusal = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error, error_description },
});
