/** What a person reads when accounts cannot be managed from here. */
export const HOSTED =
  "The accounts of a hosted project are managed in Supabase: under Authentication, Users. Then run select private.add_member('me@example.com') in its SQL editor.";
