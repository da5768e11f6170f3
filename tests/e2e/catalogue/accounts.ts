import type { Page } from 'puppeteer';
import { warmupCancelPath, warmupStatusPath } from '../../../shared/accounts/warmup.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';
import { accountsTable, hoursAgo } from '../../helpers/accounts-table.ts';
import { byRole, fill, waitForText } from '../../helpers/browser.ts';
import { addLoggedIn } from '../../helpers/logged-in-account.ts';
import { type Fault, failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const ACCOUNTS = 'Accounts';
const WARMUP = 'Warm-up';
const FULL: Fault = { status: 500, body: { message: 'The database is full.' } };
/** As little as a warm-up may do. */
const SHORT = { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 1, warmup_posts_max: 1 };

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

/** Presses "Warm Up" of an account that is logged in; `change` is what happens to it while the row is on the screen. */
function warmUp(change: (world: World, account: SocialAccountsRow) => Promise<unknown>): CatalogueRow['provoke'] {
  return async (world) => {
    const { agent, instagram, page } = world;
    const accounts = accountsTable(agent.admin);
    // One warm-up runs at a time; the row before may have left one.
    for (const { id } of await accounts.all()) await agent.call(warmupCancelPath(id), { method: 'POST' });
    await accounts.clear();
    await agent.admin.from('app_settings').update(SHORT).not('id', 'is', null).throwOnError();
    const account = await addLoggedIn(agent, instagram);
    await open(world);
    await waitForText(page, 'IG_Main');
    await change(world, account);
    await press(page, 'Warm Up');
  };
}

/** Presses "Warm Up" while the start is answered like this. */
const startDuring = (fault: Fault) =>
  warmUp(({ page }) => failRequests(page, /^POST .*\/api\/warmup\/instagram$/, fault));

/** Warms an account up, to the end; `prepare` decides which. */
function warmUpToEnd(prepare: (world: World) => void): CatalogueRow['provoke'] {
  return async (world) => {
    const { agent, page } = world;
    await warmUp(async () => prepare(world))(world);
    await waitForText(page, 'Warmup started');
    const [account] = await accountsTable(agent.admin).all();
    // The stream ends with the warm-up.
    const stream = { headers: { accept: 'text/event-stream' } };
    await (await agent.call(warmupStatusPath(account?.id ?? ''), stream)).text();
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
    // The button stands on Instagram rows only, so the platform is changed elsewhere while the row is on the screen.
    provoke: warmUp(({ agent }, { id }) => accountsTable(agent.admin).change(id, { platform: 'tiktok' })),
  },
  {
    area: WARMUP,
    situation: 'status 429',
    shown: ['Warmup on cooldown This account was warmed up less than 24 hours ago. Try again in 21 hours.'],
    provoke: warmUp(({ agent }, { id }) => accountsTable(agent.admin).change(id, { last_warmup_at: hoursAgo(3) })),
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
    shown: ['Error starting warmup This account is not logged in.'],
    provoke: warmUp(({ agent }, { id }) => accountsTable(agent.admin).change(id, { is_logged_in: false })),
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
    provoke: warmUp(async () => undefined),
  },
  {
    area: WARMUP,
    situation: 'finished, success',
    shown: ['Warmup completed Instagram account warmed up successfully'],
    provoke: warmUpToEnd(() => undefined),
  },
  {
    area: WARMUP,
    situation: 'finished, failed',
    shown: ['Warmup failed Check the backend logs for details'],
    provoke: warmUpToEnd(({ instagram }) => instagram.set({ stop: { by: 'action_blocked', after: 0 } })),
  },
];
