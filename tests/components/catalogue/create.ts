import type { Fault } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Content Creator';
const INSERT = /POST .*\/api\/projects/;
const GENERATE = /POST .*\/functions\/v1\/auto-generate-content/;

/** Fills the form and sends it. */
async function send({ app }: World, { secondUrl = 'https://example.com/rye', platform = true } = {}) {
  await app.open('/create');
  await app.fill('Niche Name *', 'Home baking');
  await app.fill('Source URL 1 *', 'https://example.com/sourdough');
  await app.fill('Source URL 2 *', secondUrl);
  if (platform) await app.press('Instagram', { role: 'checkbox' });
  await app.press('Generate & Schedule');
}

/** Sends a good form while requests that match fail like this. */
function sendDuring(match: RegExp, fault: Fault): CatalogueRow['provoke'] {
  return async (world) => {
    world.app.fail(match, fault);
    await send(world);
  };
}

/** Sends a good form; the function answers this. */
const generationAnswers = (body: unknown) => sendDuring(GENERATE, { status: 200, body });

/** §8, "Content Creator". */
export const CREATE_ROWS: CatalogueRow[] = [
  {
    area: AREA,
    situation: 'missing required field',
    shown: ['Missing Information', 'Please fill in all required fields'],
    provoke: (world) => send(world, { secondUrl: '' }),
  },
  {
    area: AREA,
    situation: 'no platform',
    shown: ['No Platforms Selected', 'Please select at least one platform to post to'],
    provoke: (world) => send(world, { platform: false }),
  },
  {
    area: AREA,
    situation: 'upload or insert fails',
    shown: ['Error The disk is full.'],
    provoke: sendDuring(INSERT, { status: 400, body: { error: 'The disk is full.' } }),
  },
  {
    area: AREA,
    situation: 'upload or insert fails',
    shown: ['Error Failed to create content project'],
    provoke: sendDuring(INSERT, { status: 400, body: { error: '' } }),
  },
  {
    area: AREA,
    situation: 'AI function call errors',
    shown: [
      'Project Created ✅',
      'Project saved, but AI generation failed. Try the Scheduler page to generate content.',
    ],
    provoke: sendDuring(GENERATE, { status: 500, body: { error: 'No.', code: 'internal' } }),
  },
  {
    area: AREA,
    situation: 'AI success',
    shown: [
      'Content Generated! 🎉',
      'Successfully created content using Carousel Tips template. Check the Scheduler page!',
    ],
    provoke: generationAnswers({ success: true, template: 'Carousel Tips', created: 2 }),
  },
  {
    area: AREA,
    situation: 'AI returns not success',
    shown: ['Project Created ✅ Both sources are empty.'],
    provoke: generationAnswers({ success: false, message: 'Both sources are empty.' }),
  },
  {
    area: AREA,
    situation: 'AI returns not success',
    shown: ['Project Created ✅ Project saved. Content will be generated on schedule.'],
    provoke: generationAnswers({ success: false }),
  },
];
