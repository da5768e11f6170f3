import { ACCOUNTS_ROWS } from './accounts.ts';
import { AUTH_ROWS } from './auth.ts';
import { CREATE_ROWS } from './create.ts';
import { DASHBOARD_ROWS } from './dashboard.ts';
import type { CatalogueRow } from './row.ts';
import { SCHEDULER_ROWS } from './scheduler.ts';
import { SCRIPTS_ROWS } from './scripts.ts';
import { SETTINGS_ROWS } from './settings.ts';
import { TEMPLATES_ROWS } from './templates.ts';

/** Every row of §8 that a test provokes, in the specification's order; one line for each file of rows. */
export const CATALOGUE_ROWS: CatalogueRow[] = [
  ...AUTH_ROWS,
  ...DASHBOARD_ROWS,
  ...CREATE_ROWS,
  ...SCHEDULER_ROWS,
  ...ACCOUNTS_ROWS,
  ...SETTINGS_ROWS,
  ...TEMPLATES_ROWS,
  ...SCRIPTS_ROWS,
];
