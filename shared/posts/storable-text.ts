import { z } from 'zod';

/** Postgres stores neither NUL nor lone surrogates, which a paste may contain. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

export const storableText = (max: number, params?: { error: z.core.$ZodErrorMap }) =>
  z.string(params).max(max, params).overwrite(storable);
