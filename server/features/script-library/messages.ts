/** What the script library says. */
export const NEEDS_SECRET_KEY =
  'Saved scripts can be reached from here only with the secret key of your Supabase project: start the agent with --supabase-secret-key.';
export const NO_SCRIPT = 'There is no script with this id. `local-agent scripts list` shows those there are.';
export const CHANGED_MEANWHILE = 'The script was changed meanwhile. Nothing was saved; read it again first.';
export const notAnswered = (reason: string) => `Supabase did not answer about the scripts: ${reason}`;
