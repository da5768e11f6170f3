import type { AutomationStore } from './automation-store.ts';
import type { AutomationJob } from './job.ts';
import { cutOff, RECONCILE } from './messages.ts';

const EVERY_MINUTES = 5;

/** Puts right what other agents left when they fell silent. Pausing does not stop it: it does nothing that anybody sees. */
export function reconcileJob(store: Pick<AutomationStore, 'reap'>): AutomationJob {
  return {
    ...RECONCILE,
    name: 'reconcile',
    setting: null,
    isOn: () => true,
    schedule: () => ({ every: 'stretch', minutes: EVERY_MINUTES }),
    run: async () => cutOff(await store.reap()),
  };
}
