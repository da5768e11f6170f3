import { SESSION_KEY } from './app.tsx';

/**
 * Makes the page's access token invalid (its signature is cut off). `isRenewed`: the backend still refreshes it.
 * `isExpired`: the browser already knows that it has expired.
 */
export function spoilSession({ isRenewed = false, isExpired = false } = {}): void {
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}');
  session.access_token = session.access_token.replace(/[^.]*$/, 'x');
  if (!isRenewed) session.refresh_token = 'gone';
  if (isExpired) session.expires_at = 1;
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
}
