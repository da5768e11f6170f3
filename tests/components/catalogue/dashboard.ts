import { FULL, says } from '../../helpers/component/app.tsx';
import type { CatalogueRow } from './row.ts';

/** §8, "Dashboard". */
export const DASHBOARD_ROWS: CatalogueRow[] = [
  {
    area: 'Dashboard',
    situation: 'stats load fails',
    shown: [],
    logged: 'The dashboard could not be loaded.',
    async provoke({ app }) {
      app.fail(/\/rest\/v1\//, FULL);
      await app.open('/');
      await says('Posts Scheduled – Not available');
    },
  },
];
