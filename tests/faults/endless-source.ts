import { serve } from '../helpers/loopback.ts';

const THINGS = ['rye loaf', 'wheat roll', 'clay oven', 'flour mill', 'sourdough jar', 'bread knife', 'steel bowl'];
const PLACES = ['in the village', 'at the market', 'by the harbour', 'near the station', 'behind the bakery'];

/** A page on loopback with new content each time it is read, so that no number of posts uses it up. */
export async function startEndlessSource(): Promise<{ url: string; close(): Promise<void> }> {
  let said = 0;
  const sentence = () => {
    said += 1;
    const thing = THINGS[said % THINGS.length];
    const place = PLACES[said % PLACES.length];
    return `The ${thing} number ${said} ${place} needs ${said * 3} grams of salt and rests for ${said + 40} minutes. Bakers who wait another ${said * 2} minutes get a crust that keeps ${said + 1} days.`;
  };
  const { origin, close } = await serve((_request, response) => {
    const text = Array.from({ length: 8 }, () => `<p>${sentence()}</p>`).join('');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<article><h1>Bread no. ${said}</h1>${text}</article>`);
  });
  return { url: `${origin}/`, close };
}
