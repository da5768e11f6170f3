import { z } from 'zod';

/** A stored template. Times are ISO 8601. */
export const templateSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  name: z.string(),
  description: z.string(),
  prompt_template: z.string(),
  /** 0 = Sunday to 6 = Saturday. Null: any day. */
  day_of_week: z.number().int().min(0).max(6).nullable(),
  is_active: z.boolean(),
  last_used_at: z.string().nullable(),
});
export const templateListSchema = z.array(templateSchema);
