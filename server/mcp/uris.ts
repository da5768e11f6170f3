/** URI scheme of the resources. */
const SCHEME = 'local-agent:';

export const POST_URI_TEMPLATE = `${SCHEME}//posts/{id}`;
/** The path is escaped as a whole, slashes included. */
export const MEDIA_URI_TEMPLATE = `${SCHEME}//media/{path}`;

export const postUri = (id: string) => `${SCHEME}//posts/${encodeURIComponent(id)}`;
export const mediaUri = (path: string) => `${SCHEME}//media/${encodeURIComponent(path)}`;
