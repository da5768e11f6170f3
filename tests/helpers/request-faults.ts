import type { HTTPRequest, Page } from 'puppeteer';

/** A network fault: no connection, or a response with this status and JSON body. */
export type Fault = 'no connection' | { status: number; body: unknown };

/** From now on every request whose method and URL match fails like this. Returns a function that ends it. */
export async function failRequests(page: Page, match: RegExp, fault: Fault): Promise<() => Promise<void>> {
  return intercept(page, match, (request) =>
    fault === 'no connection'
      ? request.abort('connectionrefused')
      : request.respond({
          status: fault.status,
          contentType: 'application/json',
          headers: { 'access-control-allow-origin': '*' },
          body: JSON.stringify(fault.body),
        }),
  );
}

/** Holds matching requests back until the returned function is called. */
export async function holdRequests(page: Page, match: RegExp): Promise<() => Promise<void>> {
  const held: HTTPRequest[] = [];
  let isReleased = false;
  const end = await intercept(page, match, async (request) => {
    if (isReleased) await request.continue();
    else held.push(request);
  });
  return async () => {
    isReleased = true;
    await Promise.all(held.map((request) => request.continue()));
    await end();
  };
}

type Interception = { match: RegExp; handle: (request: HTTPRequest) => Promise<void> };

/**
 * The current interceptions of each page. A page never leaves interception: a request that is paused while it ends
 * would never get a response.
 */
const interceptions = new WeakMap<Page, Set<Interception>>();

/** `match` is tested against "GET https://...". */
async function intercept(page: Page, match: RegExp, handle: Interception['handle']): Promise<() => Promise<void>> {
  const all = interceptions.get(page) ?? (await startIntercepting(page));
  const interception = { match, handle };
  all.add(interception);
  return async () => void all.delete(interception);
}

async function startIntercepting(page: Page): Promise<Set<Interception>> {
  const all = new Set<Interception>();
  interceptions.set(page, all);
  page.on('request', (request) => {
    const name = `${request.method()} ${request.url()}`;
    const interception = [...all].find(({ match }) => match.test(name));
    void (interception ? interception.handle(request) : request.continue());
  });
  await page.setRequestInterception(true);
  return all;
}
