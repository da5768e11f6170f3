import { screen } from '@testing-library/dom';
import { says } from '../../helpers/component/app.tsx';
import type { Fault } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Scripts';
const LOG_AREA = 'Log lines on a failed script run';
const FAILURES = 'load / create / save / delete fails';
const NAME = 'Morning scroll';
const CODE = `// ${NAME}`;

/** Leaves this script alone in the workspace, or none, and opens the screen. */
async function openScripts({ app }: World, { isEmpty = false } = {}) {
  await app.agent.admin.from('puppeteer_scripts').delete().not('id', 'is', null).throwOnError();
  if (!isEmpty) {
    await app.agent.admin.from('puppeteer_scripts').insert({ name: NAME, code: CODE }).throwOnError();
    await app.agent.call('/api/scripts/approvals', { body: { script: CODE } });
  }
  await app.open('/scripts');
  await says(isEmpty ? 'No scripts yet' : 'Script Editor');
}

async function deleteScript({ app }: World) {
  await app.press(`Delete ${NAME}`);
  await app.press('Delete', { inside: await screen.findByRole('dialog') });
}

async function saveScript({ app }: World) {
  await app.press('Rename script');
  await app.press('Save Changes');
}

/** Does something with the one script there is, or with none. */
function doing(act: (world: World) => Promise<unknown>, options?: { isEmpty: boolean }): CatalogueRow['provoke'] {
  return async (world) => {
    await openScripts(world, options);
    await act(world);
  };
}

/** Runs a script; the backend answers this. */
const runDuring = (fault: Fault) =>
  doing(({ app }) => {
    app.fail(/^POST .*\/api\/scripts\/run$/, fault);
    return app.press('Run Script');
  });

/** Does something while the table refuses requests of this method. */
const refused = (method: string, act: (world: World) => Promise<unknown>) =>
  doing((world) => {
    world.app.fail(new RegExp(`^${method} .*/rest/v1/puppeteer_scripts`));
    return act(world);
  });

/** §8, "Scripts". */
export const SCRIPTS_ROWS: CatalogueRow[] = [
  {
    area: AREA,
    situation: FAILURES,
    shown: ['Error loading scripts The database is full.'],
    provoke: refused('GET', async ({ app }) => app.reload()),
  },
  {
    area: AREA,
    situation: FAILURES,
    shown: ['Error creating script The database is full.'],
    provoke: refused('POST', ({ app }) => app.press('New')),
  },
  {
    area: AREA,
    situation: FAILURES,
    shown: ['Error saving script The database is full.'],
    provoke: refused('PATCH', saveScript),
  },
  {
    area: AREA,
    situation: FAILURES,
    shown: ['Error deleting script The database is full.'],
    provoke: refused('DELETE', deleteScript),
  },
  {
    area: AREA,
    situation: 'create success',
    shown: ['Script created New script has been created successfully'],
    provoke: doing(({ app }) => app.press('New'), { isEmpty: true }),
  },
  {
    area: AREA,
    situation: 'save success',
    shown: ['Script saved Your changes have been saved successfully'],
    provoke: doing(saveScript),
  },
  {
    area: AREA,
    situation: 'delete success',
    shown: ['Script deleted Script has been deleted successfully'],
    provoke: doing(deleteScript),
  },
  {
    area: AREA,
    situation: 'run with none selected',
    shown: ['No script selected Please select a script to run'],
    // "Run Script" is disabled then, as §2 has it; the shortcut is not.
    provoke: doing(({ app }) => app.user.keyboard('{Control>}{Enter}{/Control}'), { isEmpty: true }),
  },
  {
    area: AREA,
    situation: 'run success',
    shown: ['Script completed Puppeteer warm-up script executed successfully', 'Starting script... Scrolled'],
    provoke: runDuring({ status: 200, body: { logs: ['Scrolled'] } }),
  },
  {
    area: AREA,
    situation: 'run fails',
    shown: ['Cannot connect to backend Start the backend server, then run the script again.'],
    provoke: runDuring('no connection'),
  },
  {
    area: LOG_AREA,
    situation: 'the network request itself fails',
    shown: ['Error: Backend server not running. Start it with "npx local-agent start", then run the script again.'],
    provoke: runDuring('no connection'),
  },
  {
    area: LOG_AREA,
    situation: 'a non-OK response',
    shown: ['Error: Failed to run script The browser did not start.', 'Cannot connect to backend'],
    provoke: runDuring({ status: 500, body: { error: 'The browser did not start.', code: 'browser_failed' } }),
  },
  {
    area: LOG_AREA,
    situation: 'any other error',
    shown: ['Error: The backend answered without the logs of the run.', 'Cannot connect to backend'],
    provoke: runDuring({ status: 200, body: { done: true } }),
  },
];
