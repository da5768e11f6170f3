import type { AutomationStore } from './automation-store.ts';
import type { AutomationJob } from './job.ts';
import { markedInterrupted, RECONCILE } from './messages.ts';

const EVERY_MINUTES = 5;

/**
 * Cleans up the runs of agents that stopped renewing their claims. Pausing does not stop it: it does nothing that
 * anybody sees.
 */
export function reconcileJob(store: Pick<AutomationStore, 'reap'>): AutomationJob {
  return {
    ...RECONCILE,
    name: 'reconcile',
    setting: null,
    isOn: () => true,
    schedule: () => ({ every: 'stretch', minutes: EVERY_MINUTES }),
    run: async () => markedInterrupted(await store.reap()),
  };
}
