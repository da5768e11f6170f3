import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred } from './deferred.ts';

const ARTICLE = `<article><h1>Sourdough</h1><p>${'A loaf needs flour, water, salt and a lot of patience. '.repeat(20)}</p></article>`;

/** A page on loopback that leaves whoever asks for it waiting while its gate is shut, as it is at first. */
export type GatedSource = {
  url: string;
  /** Resolves once somebody waits. */
  whenAsked(): Promise<void>;
  /** Answers those who wait, and everybody from now on. */
  open(): void;
  /** Lets nobody in any more. */
  shut(): void;
  close(): Promise<void>;
};

export async function startGatedSource(): Promise<GatedSource> {
  let waiting: ServerResponse[] = [];
  let asked = deferred();
  let isOpen = false;
  const answer = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
  const server = createServer((_request, response) => {
    if (isOpen) return void answer(response);
    waiting.push(response);
    asked.resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    whenAsked: () => asked.promise,
    open() {
      isOpen = true;
      for (const response of waiting.splice(0)) answer(response);
    },
    shut() {
      isOpen = false;
      waiting = [];
      asked = deferred();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
