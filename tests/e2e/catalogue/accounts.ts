import type { Page } from 'puppeteer';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { byRole, fill, waitForText } from '../../helpers/browser.ts';
import { type Fault, failRequests } from '../../helpers/request-faults.ts';
import { finished, imitateWarmups } from '../../helpers/warmup-imitation.ts';
import type { CatalogueRow, World } from './row.ts';

const ACCOUNTS = 'Accounts';
const WARMUP = 'Warm-up';
const FULL: Fault = { status: 500, body: { message: 'The database is full.' } };
const BUSY = { error: 'Another warm-up runs already.', code: 'warmup_running' };
const TOO_EARLY = { error: 'Try again tomorrow at 9:00.', code: 'warmup_cooldown' };

async function open({ page, agent }: World) {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, 'Connected Accounts');
}

/** Opens the screen with one Instagram account on it, IG_Main. */
async function openWithAccount(world: World) {
  const accounts = accountsTable(world.agent.admin);
  await accounts.clear();
  const account = await accounts.insert();
  await open(world);
  await waitForText(world.page, 'IG_Main');
  return account;
}

const press = (page: Page, name: string) => byRole(page, 'button', name).click();

/** Opens the dialog, enters an account and sends it. */
async function add(world: World, label: string) {
  const { page } = world;
  await open(world);
  await press(page, 'Add Account');
  await byRole(page, 'combobox', 'Platform').click();
  await byRole(page, 'option', 'Instagram').click();
  if (label) await fill(page, 'Account Label', label);
  await press(page, 'Add Account');
}

/** Presses "Warm Up" while the agent answers the start like this. */
function startDuring(start: Fault): CatalogueRow['provoke'] {
  return async (world) => {
    await openWithAccount(world);
    await imitateWarmups(world.page, { start });
    await press(world.page, 'Warm Up');
  };
}

/** Presses "Warm Up"; the warm-up ends like this. */
function warmUpThatEnds(status: 'success' | 'failed'): CatalogueRow['provoke'] {
  return async (world) => {
    await openWithAccount(world);
    await imitateWarmups(world.page, { status: () => finished(status) });
    await press(world.page, 'Warm Up');
  };
}

/** §8, "Accounts" and "Warm-up". */
export const ACCOUNTS_ROWS: CatalogueRow[] = [
  {
    area: ACCOUNTS,
    situation: 'load fails',
    shown: ['Error loading accounts The database is full.'],
    async provoke(world) {
      await failRequests(world.page, /^GET .*\/rest\/v1\/social_accounts/, FULL);
      await open(world);
    },
  },
  {
    area: ACCOUNTS,
    situation: 'missing field',
    shown: ['Missing fields Please select a platform and enter an account label'],
    provoke: (world) => add(world, ''),
  },
  {
    area: ACCOUNTS,
    situation: 'add success',
    shown: ['Account added Social media account has been added successfully'],
    provoke: (world) => add(world, `IG_${crypto.randomUUID()}`),
  },
  {
    area: ACCOUNTS,
    situation: 'add fails',
    shown: ['Error adding account The database is full.'],
    async provoke(world) {
      await failRequests(world.page, /^POST .*\/rest\/v1\/social_accounts/, FULL);
      await add(world, 'IG_Main');
    },
  },
  {
    area: ACCOUNTS,
    situation: 'delete success',
    shown: ['Account deleted Social media account has been removed'],
    async provoke(world) {
      await openWithAccount(world);
      await press(world.page, 'Delete IG_Main');
    },
  },
  {
    area: ACCOUNTS,
    situation: 'delete fails',
    shown: ['Error deleting account The database is full.'],
    async provoke(world) {
      await openWithAccount(world);
      await failRequests(world.page, /^DELETE .*\/rest\/v1\/social_accounts/, FULL);
      await press(world.page, 'Delete IG_Main');
    },
  },
  {
    area: WARMUP,
    situation: 'not instagram',
    shown: ['Coming soon Warmup is currently only available for Instagram'],
    async provoke(world) {
      // The button stands on Instagram rows only, so the platform is changed elsewhere while the row is on the screen.
      const { id } = await openWithAccount(world);
      await accountsTable(world.agent.admin).change(id, { platform: 'tiktok' });
      await press(world.page, 'Warm Up');
    },
  },
  {
    area: WARMUP,
    situation: 'status 429',
    shown: ['Warmup on cooldown Try again tomorrow at 9:00.'],
    provoke: startDuring({ status: 429, body: TOO_EARLY }),
  },
  {
    area: WARMUP,
    situation: 'status 429',
    shown: ['Warmup on cooldown Please wait 24 hours between warmups'],
    provoke: startDuring({ status: 429, body: {} }),
  },
  {
    area: WARMUP,
    situation: 'other non-OK status',
    shown: ['Error starting warmup Another warm-up runs already.'],
    provoke: startDuring({ status: 409, body: BUSY }),
  },
  {
    area: WARMUP,
    situation: 'other non-OK status',
    shown: ['Error starting warmup Failed to start warmup'],
    provoke: startDuring({ status: 500, body: {} }),
  },
  {
    area: WARMUP,
    situation: 'network failure',
    shown: ['Error starting warmup Make sure the backend server is running on port '],
    async provoke(world) {
      await startDuring('no connection')(world);
      // §9's 3001 unless the agent was started elsewhere, as it is here.
      await waitForText(world.page, `Make sure the backend server is running on port ${world.agent.port}`);
    },
  },
  {
    area: WARMUP,
    situation: 'started',
    shown: ['Warmup started Instagram warmup is running in the background'],
    provoke: startDuring({ status: 200, body: {} }),
  },
  {
    area: WARMUP,
    situation: 'finished, success',
    shown: ['Warmup completed Instagram account warmed up successfully'],
    provoke: warmUpThatEnds('success'),
  },
  {
    area: WARMUP,
    situation: 'finished, failed',
    shown: ['Warmup failed Check the backend logs for details'],
    provoke: warmUpThatEnds('failed'),
  },
];
