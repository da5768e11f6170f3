/** URI scheme of the resources. */
const SCHEME = 'local-agent:';

export const POST_URI_TEMPLATE = `${SCHEME}//posts/{id}`;
/** The path is escaped as one segment, including its slashes. */
export const MEDIA_URI_TEMPLATE = `${SCHEME}//media/{path}`;
/** A month such as 2026-10. */
export const REPORT_URI_TEMPLATE = `${SCHEME}//reports/{month}`;

export const postUri = (id: string) => `${SCHEME}//posts/${encodeURIComponent(id)}`;
export const mediaUri = (path: string) => `${SCHEME}//media/${encodeURIComponent(path)}`;
