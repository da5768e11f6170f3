import type { Plan } from './plan.ts';
import type { Schema } from './schema.ts';

/** Plans that are remembered of a schema; the one used longest ago is forgotten first. */
const MOST_PLANS = 500;
/** Longer requests are nobody's habit. */
const MOST_KEY_LENGTH = 4096;

const bySchema = new WeakMap<Schema, Map<string, Plan>>();

/** The plan of requests with this `key`, made at the first of them. A schema that was read anew has plans of its own. */
export function planOf(schema: Schema, key: string, make: () => Plan): Plan {
  const plans = bySchema.get(schema) ?? new Map<string, Plan>();
  bySchema.set(schema, plans);
  const plan = plans.get(key) ?? make();
  if (key.length > MOST_KEY_LENGTH) return plan;
  plans.delete(key);
  plans.set(key, plan);
  const [oldest] = plans.keys();
  if (plans.size > MOST_PLANS && oldest !== undefined) plans.delete(oldest);
  return plan;
}
