import { cliPage } from './cli.ts';
import { configurationPage } from './configuration.ts';
import { operationsPage } from './operations.ts';
import { platformPages } from './platforms.ts';
import { webhookEventsPage } from './webhook-events.ts';

/** The pages that are generated from the code. Keys are paths below docs/. */
export async function generatedPages(): Promise<{ [path: string]: string }> {
  return {
    'reference/cli.md': await cliPage(),
    'reference/configuration.md': configurationPage(),
    'reference/operations.md': operationsPage(),
    'reference/webhook-events.md': webhookEventsPage(),
    ...(await platformPages()),
  };
}
