export const SECRET_KEY =
  'This is a secret (or service role) key, which opens everything to whoever has it. Linking needs the publishable (or anon) key, and never keeps a secret one.';
export const NOT_OWN_PASSWORD =
  'The project does not accept this e-mail address with this password. Check both; accounts are listed in Supabase under Authentication, Users.';
export const notMember = (email: string) =>
  `${email} has an account in the project but is no member of its workspace. Its owner adds it in Supabase's SQL editor: select private.add_member('${email.replaceAll("'", "''")}');`;
export const NOT_LINKED =
  'This data directory is not linked to a Supabase project: its workspace is on this machine already.';
export const NAMED_FOR_RUN =
  'The Supabase project was named for this run (--supabase-url or its variable). Start the agent without it first.';
export const OWN_DATABASE =
  'This agent uses the PostgreSQL that LOCAL_AGENT_DATABASE_URL names. Unset it before you link to a Supabase project.';
