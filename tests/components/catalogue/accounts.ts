import { screen } from '@testing-library/dom';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';
import { accountsTable, hoursAgo } from '../../helpers/accounts-table.ts';
import { warmupCancelPath, warmupStatusPath } from '../../helpers/agent-paths.ts';
import { says } from '../../helpers/component/app.tsx';
import { addLoggedIn } from '../../helpers/logged-in-account.ts';
import type { Fault } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const ACCOUNTS = 'Accounts';
const WARMUP = 'Warm-up';
const CALL = (method: string) => new RegExp(`^${method} .*/rest/v1/social_accounts`);
/** As little as a warm-up may do. */
const SHORT = { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 1, warmup_posts_max: 1 };

/** Opens the dialog, enters an account and sends it. */
async function add({ app }: World, label: string) {
  await app.open('/accounts');
  await app.press('Add Account');
  const dialog = await screen.findByRole('dialog');
  await app.press('Instagram', { role: 'radio', inside: dialog });
  await app.fill('Account Label', label, dialog);
  await app.press('Add Account', { inside: dialog });
}

/** Deletes the one account that there is, after this. */
async function remove({ app }: World, doFirst = () => {}) {
  const accounts = accountsTable(app.agent.admin);
  await accounts.clear();
  await accounts.insert();
  await app.open('/accounts');
  await says('IG_Main');
  doFirst();
  await app.press('Delete IG_Main');
}

/** Presses "Warm Up" of an account that is logged in; `change` is what happens to it while the row is on the screen. */
function warmUp(change: (world: World, account: SocialAccountsRow) => Promise<unknown>): CatalogueRow['provoke'] {
  return async (world) => {
    const { app, instagram } = world;
    const { agent } = app;
    const accounts = accountsTable(agent.admin);
    // One warm-up runs at a time; the row before may have left one.
    for (const { id } of await accounts.all()) await agent.call(warmupCancelPath(id), { method: 'POST' });
    await accounts.clear();
    await agent.admin.from('app_settings').update(SHORT).not('id', 'is', null).throwOnError();
    const account = await addLoggedIn(agent, instagram);
    await app.open('/accounts');
    await says('IG_Main');
    await change(world, account);
    await app.press('Warm Up');
  };
}

/** Presses "Warm Up" of an account that was changed like this elsewhere, while its row is on the screen. */
const startChanged = (entries: Partial<SocialAccountsRow>) =>
  warmUp(({ app }, { id }) => accountsTable(app.agent.admin).change(id, entries));

/** Presses "Warm Up" while the start is answered like this. */
const startDuring = (fault: Fault) => warmUp(async ({ app }) => app.fail(/^POST .*\/api\/warmup\/instagram$/, fault));

/** Warms an account up, to the end; `prepare` decides which. */
function warmUpToEnd(prepare: (world: World) => void): CatalogueRow['provoke'] {
  return async (world) => {
    await warmUp(async () => prepare(world))(world);
    await says('Warmup started');
    const { agent } = world.app;
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
    provoke({ app }) {
      app.fail(CALL('GET'));
      return app.open('/accounts');
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
    provoke(world) {
      world.app.fail(CALL('POST'));
      return add(world, 'IG_Main');
    },
  },
  {
    area: ACCOUNTS,
    situation: 'delete success',
    shown: ['Account deleted Social media account has been removed'],
    provoke: (world) => remove(world),
  },
  {
    area: ACCOUNTS,
    situation: 'delete fails',
    shown: ['Error deleting account The database is full.'],
    provoke: (world) => remove(world, () => world.app.fail(CALL('DELETE'))),
  },
  {
    area: WARMUP,
    situation: 'not instagram',
    shown: ['Coming soon Warmup is currently only available for Instagram'],
    // The button stands on Instagram rows only, so the platform is changed elsewhere while the row is on the screen.
    provoke: startChanged({ platform: 'tiktok' }),
  },
  {
    area: WARMUP,
    situation: 'status 429',
    shown: ['Warmup on cooldown This account was warmed up less than 24 hours ago. Try again in 21 hours.'],
    provoke: startChanged({ last_warmup_at: hoursAgo(3) }),
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
    provoke: startChanged({ is_logged_in: false }),
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
      await says(`Make sure the backend server is running on port ${world.app.agent.port}`);
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
