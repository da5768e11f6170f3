import { waitForText } from '../../helpers/browser.ts';
import { failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow } from './row.ts';

/** §8, "Dashboard". */
export const DASHBOARD_ROWS: CatalogueRow[] = [
  {
    area: 'Dashboard',
    situation: 'stats load fails',
    shown: [],
    logged: 'The dashboard could not be loaded.',
    async provoke({ page, agent }) {
      await failRequests(page, /\/rest\/v1\//, { status: 500, body: { message: 'The database is full.' } });
      await page.goto(agent.url);
      await waitForText(page, 'Posts Scheduled – Not available');
    },
  },
];
