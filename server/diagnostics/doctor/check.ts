/** The result of one check. `remedy` is what the user should do; null for `ok`. */
export type Check = { name: string; verdict: 'ok' | 'warn' | 'fail'; detail: string; remedy: string | null };

export const ok = (name: string, detail: string): Check => ({ name, verdict: 'ok', detail, remedy: null });
export const warn = (name: string, detail: string, remedy: string): Check => ({
  name,
  verdict: 'warn',
  detail,
  remedy,
});
export const fail = (name: string, detail: string, remedy: string): Check => ({
  name,
  verdict: 'fail',
  detail,
  remedy,
});
