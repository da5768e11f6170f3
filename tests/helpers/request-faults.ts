import type { HTTPRequest, Page } from 'puppeteer';

/** A fault on the way: no connection, or an answer of this status with this JSON body. */
export type Fault = 'no connection' | { status: number; body: unknown };

/** From now on every request whose method and URL match fails like this. Answers how to end it. */
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
  const end = await intercept(page, match, async (request) => void held.push(request));
  return async () => {
    await Promise.all(held.map((request) => request.continue()));
    await end();
  };
}

/** `match` is held against "GET https://...". */
async function intercept(page: Page, match: RegExp, handle: (request: HTTPRequest) => Promise<void>) {
  const onRequest = (request: HTTPRequest) =>
    void (match.test(`${request.method()} ${request.url()}`) ? handle(request) : request.continue());
  page.on('request', onRequest);
  await page.setRequestInterception(true);
  return async () => {
    page.off('request', onRequest);
    await page.setRequestInterception(false);
  };
}
