import { readFileSync } from 'node:fs';
import { nodeNetwork } from '../../server/features/generation/source-network.ts';
import { type LinkReader, readLink, readLinkPicture } from '../../server/generation/sources/read-link.ts';
import { serve } from './loopback.ts';

const PUBLIC = '93.184.216.34';

/** A typical page behind a link. */
export const BREAD_PAGE = `<html><head><title>Bread - a site</title>
  <meta property="og:title" content="Bread at home"><meta name="description" content="Four things and some time.">
  <meta property="og:image" content="/loaf.jpg"></head><body><p>Bread</p></body></html>`;

/**
 * Pages on loopback under names that look public: `/bread` (BREAD_PAGE), `/loaf.jpg`, and those in `pages`. Any other
 * path is 404. `asked` are the requested paths in order.
 */
export async function startLinkWeb(pages: Record<string, string> = {}) {
  const asked: string[] = [];
  const loaf = readFileSync('tests/fixtures/pictures/small.jpg');
  const served: Record<string, string | Buffer> = { '/bread': BREAD_PAGE, '/loaf.jpg': loaf, ...pages };
  const { port, close } = await serve(({ url = '/' }, response) => {
    asked.push(url);
    const body = served[url];
    const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'image/jpeg';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
  const network: typeof nodeNetwork = {
    resolve: async () => [PUBLIC],
    send: (url, _, request) => nodeNetwork.send(url, ['127.0.0.1'], request),
  };
  const reader: LinkReader = {
    page: (url, signal) => readLink(url, { network, signal }),
    picture: (url, signal) => readLinkPicture(url, { network, signal }),
  };
  return {
    asked,
    served,
    reader,
    at: (path: string) => `http://bread.example:${port}${path}`,
    close,
  };
}
