/** What a person reads when the first account cannot be made. */
export const ALREADY_SET_UP =
  'This workspace already has an account. Sign in with it, or add another with `local-agent users add`.';
export const WRONG_TOKEN = 'This set-up link is no longer valid. Use the latest link printed by the agent.';
export const HOSTED =
  "The accounts of a hosted project are made in Supabase: add the user there, then run select private.add_member('me@example.com') in its SQL editor.";
