import type { Page } from 'puppeteer';
import { byRole, waitForText } from '../../helpers/browser.ts';
import { type Fault, failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Scripts';
const LOG_AREA = 'Log lines on a failed script run';
const FAILURES = 'load / create / save / delete fails';
const RUN = /^POST .*\/api\/scripts\/run$/;
const NAME = 'Morning scroll';
const FULL: Fault = { status: 500, body: { message: 'The database is full.' } };

const tableRequest = (method: string) => new RegExp(`^${method} .*/rest/v1/puppeteer_scripts`);
const press = (page: Page, name: string) => byRole(page, 'button', name).click();

/** Leaves exactly these scripts in the workspace and opens the screen. */
async function openScripts({ agent, page }: World, names: string[] = [NAME]) {
  await agent.admin.from('puppeteer_scripts').delete().gte('created_at', '2000-01-01').throwOnError();
  if (names.length > 0)
    await agent.admin
      .from('puppeteer_scripts')
      .insert(names.map((name) => ({ name, code: `// ${name}` })))
      .throwOnError();
  for (const name of names) await agent.call('/api/scripts/approvals', { body: { script: `// ${name}` } });
  await page.goto(new URL('/scripts', agent.url).href);
  await waitForText(page, names.length > 0 ? 'Script Editor' : 'No scripts yet');
}

async function deleteScript(page: Page) {
  await press(page, `Delete ${NAME}`);
  await press(page, 'Delete');
}

async function saveScript(page: Page) {
  await press(page, 'Rename script');
  await press(page, 'Save Changes');
}

/** Runs a script; the backend answers this. */
function runDuring(fault: Fault): CatalogueRow['provoke'] {
  return async (world) => {
    await openScripts(world);
    await failRequests(world.page, RUN, fault);
    await press(world.page, 'Run Script');
  };
}

/** Does something while the table refuses requests of this method. */
function refused(method: string, act: (page: Page) => Promise<void>): CatalogueRow['provoke'] {
  return async (world) => {
    await openScripts(world);
    await failRequests(world.page, tableRequest(method), FULL);
    await act(world.page);
  };
}

/** §8, "Scripts". */
export const SCRIPTS_ROWS: CatalogueRow[] = [
  {
    area: AREA,
    situation: FAILURES,
    shown: ['Error loading scripts The database is full.'],
    provoke: refused('GET', async (page) => void (await page.reload())),
  },
  {
    area: AREA,
    situation: FAILURES,
    shown: ['Error creating script The database is full.'],
    provoke: refused('POST', (page) => press(page, 'New')),
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
    async provoke(world) {
      await openScripts(world, []);
      await press(world.page, 'New');
    },
  },
  {
    area: AREA,
    situation: 'save success',
    shown: ['Script saved Your changes have been saved successfully'],
    async provoke(world) {
      await openScripts(world);
      await saveScript(world.page);
    },
  },
  {
    area: AREA,
    situation: 'delete success',
    shown: ['Script deleted Script has been deleted successfully'],
    async provoke(world) {
      await openScripts(world);
      await deleteScript(world.page);
    },
  },
  {
    area: AREA,
    situation: 'run with none selected',
    shown: ['No script selected Please select a script to run'],
    // "Run Script" is disabled then, as §2 has it; the shortcut is not.
    async provoke(world) {
      await openScripts(world, []);
      await world.page.keyboard.down('Control');
      await world.page.keyboard.press('Enter');
      await world.page.keyboard.up('Control');
    },
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
