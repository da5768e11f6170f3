import type { Site } from './imitation.ts';

/** The one password and the one code that are right for every account. */
export const PASSWORD = 'correct horse';
export const SECURITY_CODE = '123456';

const YEAR_S = 31_536_000;

/** Processes the two forms of a log-in: returns the body for their script, and the cookies of a successful log-in. */
export function logIn(
  form: URLSearchParams,
  path: string,
  { switches, visitors }: Site,
): { body: object; cookies: string[] } {
  const isSecondStep = path.endsWith('/two_factor/');
  const isRight = isSecondStep
    ? form.get('verificationCode') === SECURITY_CODE
    : form.get('username') && form.get('password') === PASSWORD;
  if (!isRight) return { body: { authenticated: false, status: 'ok' }, cookies: [] };
  if (switches.twoFactor && !isSecondStep)
    return { body: { redirect: '/accounts/login/two_factor/?next=%2F' }, cookies: [] };
  const cookies = [
    `sessionid=${visitors.issue()}; Path=/; HttpOnly; Max-Age=${YEAR_S}`,
    `ds_user_id=17841400000; Path=/; Max-Age=${YEAR_S}`,
    `csrftoken=fresh; Path=/; Max-Age=${YEAR_S}`,
  ];
  return { body: { authenticated: true, redirect: '/accounts/onetap/?next=%2F' }, cookies };
}
