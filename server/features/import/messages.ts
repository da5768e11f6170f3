export const NEEDS_SECRET_KEY =
  'Importing posts from here needs the secret key of your Supabase project: start the agent with --supabase-secret-key.';
export const TOO_LATE =
  'The time of a post has passed meanwhile. Nothing was imported. Choose a later time and import again.';
