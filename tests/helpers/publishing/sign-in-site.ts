import { type Grants, type Reply, redirectTo } from './imitation.ts';

/** A login of a person's: its tokens change with each renewal. `endsAt` is when it cannot be renewed any more. */
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

/** What is a platform's own of a sign-in with OAuth 2.0. */
type Rules<A extends Accounts> = {
  /** Between scopes. */
  separator: ' ' | ',';
  /** What is answered in place of the page on which the person allows it; null where the request is right. */
  wrong(query: URLSearchParams, accounts: A): Reply | null;
  /** What the redirect says where the person cancels. */
  cancelled: Form;
  code(): string;
  /** How long a code, an access token and a login hold, in milliseconds. */
  codeMs?: number;
  accessMs: number;
  loginMs?: number;
  tokens(accounts: A): Pick<Login, 'access' | 'refresh'>;
  /** A renewal changes the access token alone, and does not lengthen the login. */
  keepsRefresh?: boolean;
  /** The answer to a client that is not who it says; null where it is. */
  unknown(form: Form, authorization: string, accounts: A): Reply | null;
  /** A token of the app itself. */
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
    /** The person's decision: `allow`, `cancel`, or a scope that is left out. */
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
    /** For a code, or for a refresh token: each renewal ends the tokens before. */
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

/** The login of an access token that is still good. */
export function loginOf({ logins, now }: Accounts, token: string | undefined): Login | undefined {
  return logins.find(({ access, expiresAt, isRevoked }) => access === token && !isRevoked && expiresAt > now());
}

/** How OAuth 2.0 says that it refuses a request for a token. */
export const refusal = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error, error_description },
});
