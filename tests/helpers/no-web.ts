import type { LinkReader } from '../../server/generation/sources/read-link.ts';

const offline = async () => ({ ok: false as const, reason: 'The test has no web.' });

/** No page of a link can be read. Apart from the pages that tests serve: programs that kill agents are bundled with it. */
export const NO_WEB: LinkReader = { page: offline, picture: offline };
