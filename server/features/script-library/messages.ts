/** What the script library says. */
export const NEEDS_SECRET_KEY =
  'Saved scripts are only available with the secret key of your Supabase project: start the agent with --supabase-secret-key.';
export const NO_SCRIPT = 'There is no script with this id. `local-agent scripts list` shows all scripts.';
export const CHANGED_MEANWHILE = 'The script has been changed elsewhere. Nothing was saved; load it again first.';
export const notAnswered = (reason: string) => `Supabase could not load the scripts: ${reason}`;
