import { expect, it } from 'vitest';
import type { CardRequest } from '../../../../shared/pictures/card.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { POST_CARDS_PATH } from '../../../helpers/agent-paths.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const CARD: CardRequest = {
  slide: { kicker: 'Home baking', title: 'Bread takes time', body: 'Flour waits overnight.', footer: 'example.com' },
  design: { style: 'paper', theme: 'light' },
  position: { index: 0, count: 2 },
};

const agent = ofFile(() => startTestAgent());

async function draw(card: object): Promise<Buffer> {
  const answer = await agent.call(POST_CARDS_PATH, { body: card });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  return Buffer.from(await answer.arrayBuffer());
}

it('draws the words of a card in any design, in the colours of the settings, and stores nothing', async () => {
  const first = await draw(CARD);
  // Width and height of a PNG.
  expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1080, 1350]);
  expect((await draw({ ...CARD, design: { style: 'band', theme: 'light' } })).equals(first)).toBe(false);
  await agent.admin.from('app_settings').insert({ timezone: 'UTC', brand_color: '#0f766e' }).throwOnError();
  expect((await draw(CARD)).equals(first)).toBe(false);
  expect((await agent.admin.from('media_objects').select('path').throwOnError()).data).toEqual([]);
});

it.each([
  ['a design that there is not', { ...CARD, design: { style: 'neon', theme: 'light' } }],
  ['words that no card holds', { ...CARD, slide: { title: 'x'.repeat(2001) } }],
  ['a place beyond the last', { ...CARD, position: { index: 2, count: 2 } }],
])('refuses %s', async (_, card) => expect((await agent.call(POST_CARDS_PATH, { body: card })).status).toBe(400));
