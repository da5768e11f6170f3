import { byRole, waitForText } from '../../helpers/browser.ts';
import { type Fault, failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

/** §8, "Scheduler". */
export const SCHEDULER_ROWS: CatalogueRow[] = [
  {
    area: 'Scheduler',
    situation: 'load fails',
    shown: ['Failed to load content'],
    async provoke({ agent, page }) {
      await failRequests(page, /^GET .*\/rest\/v1\/generated_content/, { status: 500, body: { message: 'Broken.' } });
      await page.goto(new URL('/scheduler', agent.url).href);
    },
  },
  {
    area: 'Scheduler',
    situation: 'generate success',
    shown: ['Content generated successfully using Carousel Tips template'],
    provoke: (world) => generate(world, { status: 200, body: { success: true, template: 'Carousel Tips' } }),
  },
  {
    area: 'Scheduler',
    situation: 'generate not success',
    shown: ['Both sources are empty.'],
    provoke: (world) => generate(world, { status: 200, body: { success: false, message: 'Both sources are empty.' } }),
  },
  {
    area: 'Scheduler',
    situation: 'generate not success',
    shown: ['No content generated'],
    provoke: (world) => generate(world, { status: 200, body: { success: false } }),
  },
  {
    area: 'Scheduler',
    situation: 'generate fails',
    shown: ['Failed to generate content'],
    provoke: (world) => generate(world, { status: 500, body: {} }),
  },
  {
    area: 'Scheduler',
    situation: 'copy',
    shown: ['Copied to clipboard!'],
    async provoke({ agent, page }) {
      await agent.admin.from('generated_content').insert({ content_type: 'text', caption: 'Bread.' }).throwOnError();
      await page.browserContext().overridePermissions(agent.url, ['clipboard-sanitized-write']);
      await page.goto(new URL('/scheduler', agent.url).href);
      await byRole(page, 'button', 'Copy caption and hashtags').click();
    },
  },
];

async function generate({ agent, page }: World, answer: Fault) {
  await failRequests(page, /^POST .*\/functions\/v1\/auto-generate-content/, answer);
  await page.goto(new URL('/scheduler', agent.url).href);
  await waitForText(page, 'Generated Content (');
  await byRole(page, 'button', 'Generate Content Now').click();
}
