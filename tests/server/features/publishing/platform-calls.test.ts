import { expect, it } from 'vitest';
import { type Exchange, platformCalls } from '../../../../server/features/publishing/platform-calls.ts';
import { serve } from '../../../helpers/loopback.ts';

const SECRET = '4711:AA/bb cc';

it.each([
  ['with an answer that repeats it', true],
  ['without an answer', false],
])('a secret in the path of an address is not recorded, %s', async (_, answers) => {
  const { origin, close } = await serve((request, response) => {
    if (answers) response.writeHead(404, { 'content-type': 'text/plain' }).end(`Not found: ${request.url}`);
    else request.socket.destroy();
  });
  const exchanges: Exchange[] = [];
  const calls = platformCalls({
    signal: new AbortController().signal,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const url = `${origin}/bot${encodeURIComponent(SECRET)}/sendMessage`;
  const sent = calls.send({ step: 'post', url, secrets: [SECRET] });
  const said = await sent.then(
    ({ text }) => text,
    (error: unknown) => String(error),
  );
  await close();
  expect(exchanges).toMatchObject([{ url: `${origin}/bot…/sendMessage`, status: answers ? 404 : null }]);
  for (const text of [said, JSON.stringify(exchanges)]) expect(decodeURIComponent(text)).not.toContain('AA/bb');
});
