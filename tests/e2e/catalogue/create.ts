import type { Page } from 'puppeteer';
import { byRole, fill, waitForText } from '../../helpers/browser.ts';
import { type Fault, failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Content Creator';
const INSERT = /POST .*\/rest\/v1\/content_projects/;
const GENERATE = /POST .*\/functions\/v1\/auto-generate-content/;

async function enter({ page, agent }: World, { secondUrl = true, platform = true } = {}) {
  await page.goto(new URL('/create', agent.url).href);
  await waitForText(page, 'Create New Content Project');
  await fill(page, 'Niche Name *', 'Home baking');
  await fill(page, 'Source URL 1 *', 'https://example.com/sourdough');
  if (secondUrl) await fill(page, 'Source URL 2 *', 'https://example.com/rye');
  if (platform) await byRole(page, 'checkbox', 'Instagram').click();
}

/** By keyboard: the accounts of a platform, once they are read, move the button from under the pointer. */
async function submit(page: Page) {
  const button = await byRole(page, 'button', 'Generate & Schedule').waitHandle();
  await button.focus();
  await page.keyboard.press('Enter');
}

/** Fills the form, and sends it while requests that match fail like this. */
function sendDuring(match: RegExp, fault: Fault): CatalogueRow['provoke'] {
  return async (world) => {
    await enter(world);
    await failRequests(world.page, match, fault);
    await submit(world.page);
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
    async provoke(world) {
      await enter(world, { secondUrl: false });
      await submit(world.page);
    },
  },
  {
    area: AREA,
    situation: 'no platform',
    shown: ['No Platforms Selected', 'Please select at least one platform to post to'],
    async provoke(world) {
      await enter(world, { platform: false });
      await submit(world.page);
    },
  },
  {
    area: AREA,
    situation: 'upload or insert fails',
    shown: ['Error The disk is full.'],
    provoke: sendDuring(INSERT, { status: 400, body: { message: 'The disk is full.' } }),
  },
  {
    area: AREA,
    situation: 'upload or insert fails',
    shown: ['Error Failed to create content project'],
    provoke: sendDuring(INSERT, { status: 400, body: { message: '' } }),
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
