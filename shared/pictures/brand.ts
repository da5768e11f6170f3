import { z } from 'zod';

/** Maximum characters of a handle on a card. */
export const BRAND_HANDLE_MAX_LENGTH = 40;

/** The workspace's brand for pictures, in app_settings. If null, cards use the niche's colours and name. */
export const brandSchema = z.object({
  brand_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  brand_handle: z
    .string()
    .trim()
    .min(1)
    // Counted as in Postgres: an emoji is one character.
    .refine((handle) => [...handle].length <= BRAND_HANDLE_MAX_LENGTH)
    .nullable(),
});
export type Brand = z.infer<typeof brandSchema>;

export const NO_BRAND: Brand = { brand_color: null, brand_handle: null };
