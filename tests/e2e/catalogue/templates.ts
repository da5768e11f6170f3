import { byRole, fill, waitForText } from '../../helpers/browser.ts';
import { failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Templates';
const FULL = { status: 500, body: { message: 'The database is full.' } };

async function open({ page, agent }: World) {
  await page.goto(new URL('/templates', agent.url).href);
  await waitForText(page, 'Create New Template', 'Active');
}

async function create({ page }: World) {
  await fill(page, 'Name', 'Motivational Monday');
  await fill(page, 'Prompt Template', 'Write a line about {niche}.');
  await byRole(page, 'button', 'Create Template').click();
}

async function rename({ page }: World) {
  await byRole(page, 'button', 'Edit').click();
  await waitForText(page, 'Edit Template');
  await page.locator('[role=dialog] input[name=name]').fill('Another name');
  await byRole(page, 'button', 'Save Changes').click();
}

const toggle = ({ page }: World) => page.locator('main [role=switch]').click();
const remove = ({ page }: World) => byRole(page, 'button', 'Delete').click();

/** Opens the screen and does this, while requests of this method fail. */
function failing(method: string, act: (world: World) => Promise<void>): CatalogueRow {
  return {
    area: AREA,
    situation: 'any call fails',
    shown: ['Error', 'The database is full.'],
    async provoke(world) {
      await open(world);
      await failRequests(world.page, new RegExp(`^${method} .*/rest/v1/content_style_templates`), FULL);
      await act(world);
    },
  };
}

function succeeding(words: string, act: (world: World) => Promise<void>): CatalogueRow {
  return {
    area: AREA,
    situation: 'create / update / delete success',
    shown: [words],
    async provoke(world) {
      await open(world);
      await act(world);
    },
  };
}

/** §8, "Templates". */
export const TEMPLATES_ROWS: CatalogueRow[] = [
  {
    area: AREA,
    situation: 'missing name or prompt',
    shown: ['Validation Error', 'Name and prompt template are required'],
    async provoke(world) {
      await open(world);
      await fill(world.page, 'Name', 'Motivational Monday');
      await byRole(world.page, 'button', 'Create Template').click();
    },
  },
  failing('GET', async ({ page }) => void (await page.reload())),
  failing('POST', create),
  failing('PATCH', toggle),
  failing('PATCH', rename),
  failing('DELETE', remove),
  succeeding('Template created successfully', create),
  succeeding('Template updated successfully', toggle),
  succeeding('Template updated successfully', rename),
  succeeding('Template deleted successfully', remove),
];
