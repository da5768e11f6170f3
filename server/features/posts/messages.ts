export const NEEDS_SECRET_KEY =
  'Posts need the secret key of your Supabase project here: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
export const noSuchPost = (id: string) =>
  `There is no post ${id}. \`local-agent posts list\` and \`posts list --drafts\` show the posts.`;
export const severalPosts = (id: string) => `Several posts start with ${id}. Enter more of the id.`;
export const NOT_DRAWN = 'The picture could not be drawn. Try again.';
export const NO_PLATFORM = 'Choose at least one platform or account before scheduling.';
export const NO_SLOT = 'There is no free slot in your posting hours. Choose a time yourself.';
export const inThePast = (time: string) => `${time} has passed. Choose a time in the future.`;
export const refused = (problems: readonly string[]) => `It cannot be published like this. ${problems.join(' ')}`;

const STATES: { readonly [state: string]: string } = {
  changed: 'The post was changed elsewhere. Nothing was saved; load it again first.',
  scheduled: 'The post is already scheduled. Move it instead.',
  publishing: 'The post is being published. You can change it afterwards.',
  published: 'The post is published. Duplicate it to post it again.',
  failed: 'The post failed. Retry it, or duplicate it.',
  needs_review: 'It is your turn with this post: retry it, or mark it as published.',
};
/** Why a step is not possible in this state. */
export const stands = (state: string) => STATES[state] ?? `That cannot be done: the post is ${state}.`;

export const NOT_OUT = 'It was never published. Only published posts can be brought back.';
export const NEW_WORDS_NEED_MODEL = 'New wording needs a model. Choose one in Settings, AI Writer.';
/** `until`: ISO 8601. `draft`: the version that was made already. */
export const rests = (until: string, draft: string | null) =>
  `It rests until ${until.slice(0, 10)}. ${draft ? `It was already brought back, as ${draft}.` : 'To post it again sooner, duplicate it.'}`;
