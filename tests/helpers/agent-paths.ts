/**
 * The paths of the agent API that tests call directly, written out so that they do not depend on the product's
 * contracts.
 */

export const LOCAL_AI_PATH = '/api/ai/on-this-machine';
export const LOCAL_INSTALL_PATH = '/api/ai/on-this-machine/install';
export const POST_CARDS_PATH = '/api/posts/cards';
export const BACKUPS_PATH = '/api/backups';
export const JOBS_PATH = '/api/jobs';
export const JOBS_PAUSE_PATH = '/api/jobs/pause';
export const POST_REWRITE_PATH = '/api/posts/rewrite';
export const POSTS_IMPORT_PATH = '/api/posts/import';
export const POST_SERIES_PATH = '/api/posts/series';
export const SERIES_PATH = '/api/series';
export const SCRIPT_RUN_PATH = '/api/scripts/run';
export const WARMUP_START_PATH = '/api/warmup/instagram';
export const WARMUP_RUNS_PATH = '/api/warmup/runs';

export const jobRunPath = (name: string) => `/api/jobs/${name}/run`;
export const jobStopPath = (name: string) => `/api/jobs/${name}/stop`;
export const warmupStatusPath = (accountId: string) => `/api/warmup/status/${accountId}`;
export const warmupCancelPath = (accountId: string) => `/api/warmup/cancel/${accountId}`;
export const accountLoginPath = (id: string) => `/api/accounts/${id}/login`;
export const accountLoginCancelPath = (id: string) => `/api/accounts/${id}/login/cancel`;
export const accountCookiesPath = (id: string) => `/api/accounts/${id}/cookies`;
export const accountCheckPath = (id: string) => `/api/accounts/${id}/check`;
export const accountSessionPath = (id: string) => `/api/accounts/${id}/session`;
export const accountReleasePath = (id: string) => `/api/accounts/${id}/release`;
export const channelPath = (id: string) => `/api/accounts/${id}/channel`;
export const channelCheckPath = (id: string) => `/api/accounts/${id}/channel/check`;
export const channelTestPath = (id: string) => `/api/accounts/${id}/channel/test`;
export const channelPausePath = (id: string) => `/api/accounts/${id}/channel/pause`;
export const channelSignInPath = (id: string) => `/api/accounts/${id}/channel/sign-in`;
export const channelSignInEndPath = (id: string) => `/api/accounts/${id}/channel/sign-in/end`;
export const peoplePath = (id: string, query: string) =>
  `/api/accounts/${id}/people?query=${encodeURIComponent(query)}`;
export const postFiguresPath = (id: string) => `/api/posts/${id}/figures`;
export const followersPath = (id: string) => `/api/accounts/${id}/followers`;
export const postPublishPath = (id: string) => `/api/posts/${id}/publish`;
export const postCancelPath = (id: string) => `/api/posts/${id}/cancel`;
export const postMendPath = (id: string) => `/api/posts/${id}/mend`;
export const deliveryRetryPath = (id: string) => `/api/deliveries/${id}/retry`;
export const deliveryCancelPath = (id: string) => `/api/deliveries/${id}/cancel`;
export const deliveryMarkPath = (id: string) => `/api/deliveries/${id}/mark`;
export const deliveryComposerPath = (id: string) => `/api/deliveries/${id}/composer`;
