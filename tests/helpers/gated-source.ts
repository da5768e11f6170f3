import type { ServerResponse } from 'node:http';
import { deferred } from './deferred.ts';
import { serve } from './loopback.ts';

/** Enough for a dozen posts of the built-in writer. */
const PARAGRAPHS = [
  'Bread needs four things: flour, water, salt and a lot of patience. Most failed loaves have spent too little time in the bowl. A night in the fridge does more for the taste than any flour.',
  'A kitchen scale costs 12 euros and saves more loaves than a stand mixer for 400. Cups of flour differ by up to 20 percent, depending on who fills them. Salt is weighed to the gram.',
  'Steam keeps the crust soft for the first ten minutes, so that the loaf can rise to its full size. A heavy pot with a lid does the same work as a baker’s oven. After half an hour the lid comes off.',
  'Rye flour binds twice as much water as wheat flour and makes a dense crumb. Bakers in the north mix it with wheat, one part to three. Pure rye bread needs a sourdough with enough acid.',
  'A loaf is done when its core has 97 degrees. Knocking on the bottom works as well, but only with practice. Bread that is cut while it is hot turns sticky.',
  'Fresh bread goes stale fastest in the fridge, because starch turns crystalline at four degrees. A clay pot or a linen bag keeps a loaf for five days. Slices freeze well for three months.',
];

const ARTICLE = `<article><h1>Sourdough</h1>${PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')}</article>`;

/** A page on loopback whose requests wait while its gate is shut, as it is at first. */
export type GatedSource = {
  url: string;
  /** Resolves once a request is waiting. */
  whenAsked(): Promise<void>;
  /** Responds to waiting requests, and to all from now on. */
  open(): void;
  /** Makes requests wait again. */
  shut(): void;
  close(): Promise<void>;
};

export async function startGatedSource(): Promise<GatedSource> {
  let waiting: ServerResponse[] = [];
  let asked = deferred();
  let isOpen = false;
  const answer = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
  const { origin, close } = await serve((_request, response) => {
    if (isOpen) return void answer(response);
    waiting.push(response);
    asked.resolve();
  });
  return {
    url: `${origin}/`,
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
    close,
  };
}
