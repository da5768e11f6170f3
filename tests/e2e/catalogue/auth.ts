import type { Page } from 'puppeteer';
import { byRole, fill, waitForPath, waitForText } from '../../helpers/browser.ts';
import { failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const SIGN_IN = /POST .*\/auth\/v1\/token/;
const SIGN_OUT = /POST .*\/auth\/v1\/logout/;

async function openDashboard({ page, agent }: World) {
  await page.goto(agent.url);
  await waitForText(page, 'Quick Actions');
}

const logout = (page: Page) => byRole(page, 'button', 'Logout').click();

/** Leaves the session behind, as if nobody had signed in here, and opens /auth. */
async function forgetSession({ page, agent }: World) {
  await page.evaluate(() => localStorage.clear());
  await page.goto(new URL('/auth', agent.url).href);
}

async function enter(page: Page, { email, password }: World['account']) {
  await fill(page, 'Email', email);
  await fill(page, 'Password', password);
  await byRole(page, 'button', 'Sign In').click();
}

/** §8, the rows of signing in and out. */
export const AUTH_ROWS: CatalogueRow[] = [
  {
    area: 'Sign-out',
    situation: 'failure',
    shown: ['Error signing out', 'The database is full.', 'Quick Actions'],
    async provoke(world) {
      const { page } = world;
      await openDashboard(world);
      await failRequests(page, SIGN_OUT, { status: 500, body: { message: 'The database is full.' } });
      await logout(page);
    },
  },
  {
    area: 'Sign-out',
    situation: 'success',
    shown: ['Signed out', 'Successfully logged out', 'Sign in to your account'],
    async provoke(world) {
      await openDashboard(world);
      await logout(world.page);
      await waitForPath(world.page, '/auth');
    },
  },
  {
    area: 'Sign-in',
    situation: 'failure',
    shown: ['Login failed', 'Invalid login credentials'],
    async provoke(world) {
      await forgetSession(world);
      await enter(world.page, { ...world.account, password: 'wrong password' });
    },
  },
  {
    area: 'Sign-in',
    situation: 'failure',
    shown: ['Login failed Error'],
    async provoke(world) {
      await forgetSession(world);
      await failRequests(world.page, SIGN_IN, { status: 500, body: { message: '' } });
      await enter(world.page, world.account);
    },
  },
  {
    area: 'Sign-in',
    situation: 'success',
    shown: ['Welcome back!', 'Successfully logged in'],
    async provoke(world) {
      await forgetSession(world);
      await enter(world.page, world.account);
      await waitForPath(world.page, '/');
    },
  },
];
