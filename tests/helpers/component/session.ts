import { SESSION_KEY } from './app.tsx';

/**
 * Makes the page's access token one that no backend takes (its signature is cut off). `refresh`: whether the backend
 * still renews it. `expired`: the browser knows already that its time is up.
 */
export function spoilSession({ refresh, expired = false }: { refresh: 'good' | 'refused'; expired?: boolean }): void {
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}');
  session.access_token = session.access_token.replace(/[^.]*$/, 'x');
  if (refresh === 'refused') session.refresh_token = 'gone';
  if (expired) session.expires_at = 1;
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
}
