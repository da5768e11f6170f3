import { says } from '../../helpers/component/app.tsx';
import type { Fault } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

/** §8, "Scheduler". */
export const SCHEDULER_ROWS: CatalogueRow[] = [
  {
    area: 'Scheduler',
    situation: 'load fails',
    shown: ['Failed to load content'],
    provoke({ app }) {
      app.fail(/^GET .*\/rest\/v1\/listed_posts/);
      return app.open('/scheduler');
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
    async provoke({ app }) {
      await app.agent.admin
        .from('generated_content')
        .insert({ content_type: 'text', caption: 'Bread.' })
        .throwOnError();
      await app.open('/scheduler?tab=drafts');
      await app.press('Copy caption and hashtags');
    },
  },
];

async function generate({ app }: World, answer: Fault) {
  app.fail(/^POST .*\/functions\/v1\/auto-generate-content/, answer);
  await app.open('/scheduler');
  await says('Generated Content (');
  await app.press('Generate Content Now');
}
