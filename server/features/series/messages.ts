export const SERIES = {
  title: 'Repeating posts',
  about: 'Schedules the next posts of everything that repeats, five weeks ahead.',
} as const;

export const madePosts = (count: number) =>
  count === 0 ? 'No repeating post was due.' : `Scheduled ${count === 1 ? '1 post' : `${count} posts`}.`;
export const NEEDS_SECRET_KEY =
  'Repeating posts from here needs the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
export const UNREADABLE_RULE =
  'A post repeats by a rule that this version cannot read. Stop it in the Scheduler and repeat it again; all others were made.';
export const SERIES_GONE = 'No such series. It may have been deleted.';
export const SERIES_STOPPED = 'This post no longer repeats. Repeat it again instead.';
export const SERIES_BUSY = 'One of its posts is being published right now. Try again when that is over.';
export const POST_GONE = 'This post was deleted elsewhere.';
export const POST_REPEATS = 'This post already repeats. Stop it first.';
