import { z } from 'zod';

/** Characters of a handle, as it stands on a card. */
export const BRAND_HANDLE_MAX_LENGTH = 40;

/**
 * What makes a workspace's pictures its own, in the row of app_settings; null where a card takes its niche's colours
 * and name.
 */
export const brandSchema = z.object({
  brand_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  brand_handle: z
    .string()
    .trim()
    .min(1)
    // As Postgres counts: an emoji is one character.
    .refine((handle) => [...handle].length <= BRAND_HANDLE_MAX_LENGTH)
    .nullable(),
});
export type Brand = z.infer<typeof brandSchema>;

export const NO_BRAND: Brand = { brand_color: null, brand_handle: null };
