/** What people read about the posts. */
export const NEEDS_SECRET_KEY =
  'Listing posts here needs the secret key of your Supabase project: start the agent with --supabase-secret-key.';
export const couldNotRead = (reason: string) => `Supabase could not list the posts: ${reason}`;
export const noSuchPost = (id: string) => `There is no post ${id}. \`local-agent posts list\` shows the posts.`;
export const severalPosts = (id: string) => `Several posts start with ${id}. Enter more of the id.`;
