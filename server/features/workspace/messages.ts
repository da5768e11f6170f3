export const SECRET_KEY =
  'This is a secret (or service role) key, which gives full access to anyone who has it. Linking needs the publishable (or anon) key, and never stores a secret one.';
export const NOT_OWN_PASSWORD =
  'The project does not accept this e-mail address with this password. Check both; accounts are listed in Supabase under Authentication, Users.';
export const notMember = (email: string) =>
  `${email} has an account in the project but is not a member of its workspace. Its owner adds it in Supabase's SQL editor: select private.add_member('${email.replaceAll("'", "''")}');`;
export const NOT_LINKED =
  'This data directory is not linked to a Supabase project: its workspace is already on this machine.';
export const NAMED_FOR_RUN =
  'The Supabase project was set for this run only (--supabase-url or its variable). Start the agent without it first.';
export const OWN_DATABASE =
  'This agent uses the PostgreSQL that LOCAL_AGENT_DATABASE_URL names. Unset it before you link to a Supabase project.';
