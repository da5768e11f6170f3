import type { LinkReader } from '../../server/generation/sources/read-link.ts';

const offline = async () => ({ ok: false as const, reason: 'The test has no web.' });

/**
 * Every page of a link is offline. In a separate file from the pages that tests serve, because it is bundled into
 * programs that kill agents.
 */
export const NO_WEB: LinkReader = { page: offline, picture: offline };
