import { FULL, isAt, says } from '../../helpers/component/app.tsx';
import type { CatalogueRow, World } from './row.ts';

async function logOut({ app }: World, doFirst = () => {}) {
  await app.open('/');
  await says('Quick Actions');
  doFirst();
  await app.press('Logout');
}

async function signIn({ app }: World, password = app.account.password) {
  await app.open('/auth', null);
  await app.signIn({ ...app.account, password });
}

/** §8, the rows of signing in and out. */
export const AUTH_ROWS: CatalogueRow[] = [
  {
    area: 'Sign-out',
    situation: 'failure',
    shown: ['Error signing out', 'The database is full.', 'Quick Actions'],
    provoke: (world) => logOut(world, () => world.app.fail(/POST .*\/auth\/v1\/logout/, FULL)),
  },
  {
    area: 'Sign-out',
    situation: 'success',
    shown: ['Signed out', 'Successfully logged out', 'Sign in to your account'],
    async provoke(world) {
      await logOut(world);
      await isAt('/auth');
    },
  },
  {
    area: 'Sign-in',
    situation: 'failure',
    shown: ['Login failed', 'Invalid login credentials'],
    provoke: (world) => signIn(world, 'wrong password'),
  },
  {
    area: 'Sign-in',
    situation: 'failure',
    shown: ['Login failed Error'],
    provoke(world) {
      world.app.fail(/POST .*\/auth\/v1\/token/, { status: 500, body: { message: '' } });
      return signIn(world);
    },
  },
  {
    area: 'Sign-in',
    situation: 'success',
    shown: ['Welcome back!', 'Successfully logged in'],
    async provoke(world) {
      await signIn(world);
      await isAt('/');
    },
  },
];
