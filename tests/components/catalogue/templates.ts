import { screen } from '@testing-library/dom';
import { says } from '../../helpers/component/app.tsx';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Templates';

async function create({ app }: World) {
  await app.fill('Name', 'Motivational Monday');
  await app.fill('Prompt Template', 'Write a line about {niche}.');
  await app.press('Create Template');
}

async function rename({ app }: World) {
  await app.press('Edit', { inside: await firstTemplate() });
  const dialog = await screen.findByRole('dialog');
  await app.fill('Name', 'Another name', dialog);
  await app.press('Save Changes', { inside: dialog });
}

const firstTemplate = async () => (await screen.findAllByRole('listitem')).find(isTemplate) ?? document.body;
const isTemplate = (item: HTMLElement) => item.closest('main') !== null;

const toggle = async ({ app }: World) => app.press(/^Active/, { role: 'switch', inside: await firstTemplate() });
const remove = async ({ app }: World) => app.press('Delete', { inside: await firstTemplate() });

async function open({ app }: World) {
  await app.open('/templates');
  await says('Create New Template', 'Active');
}

/** Opens the screen and does this, while requests of this method fail. */
function failing(method: string, act: (world: World) => Promise<unknown>): CatalogueRow {
  return {
    area: AREA,
    situation: 'any call fails',
    shown: ['Error', 'The database is full.'],
    async provoke(world) {
      await open(world);
      world.app.fail(new RegExp(`^${method} .*/rest/v1/content_style_templates`));
      await act(world);
    },
  };
}

function succeeding(words: string, act: (world: World) => Promise<unknown>): CatalogueRow {
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
      await world.app.fill('Name', 'Motivational Monday');
      await world.app.press('Create Template');
    },
  },
  failing('GET', async ({ app }) => app.reload()),
  failing('POST', create),
  failing('PATCH', toggle),
  failing('PATCH', rename),
  failing('DELETE', remove),
  succeeding('Template created successfully', create),
  succeeding('Template updated successfully', toggle),
  succeeding('Template updated successfully', rename),
  succeeding('Template deleted successfully', remove),
];
