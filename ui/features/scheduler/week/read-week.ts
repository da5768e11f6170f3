import { callFailed, FUNCTION_NAME } from '@/lib/generate-posts.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { type DryRun, type DryRunRequest, dryRunSchema } from '../../../../shared/dry-run.ts';

const WEEK: DryRunRequest = { dryRun: true, days: 7 };

/** Asks the generation function what the autopilot would make on the coming seven days; nothing is made. Throws GenerationCallError. */
export async function readWeek(supabase: Supabase, signal: AbortSignal): Promise<DryRun> {
  const { data, error, response } = await supabase.functions.invoke<unknown>(FUNCTION_NAME, { body: WEEK, signal });
  if (error) throw await callFailed(response, error);
  return dryRunSchema.parse(data);
}
