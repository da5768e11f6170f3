import { brandErrors } from '@/features/settings/pictures/brand-messages.ts';
import { BRAND_HANDLE_MAX_LENGTH } from '../../../../shared/pictures/brand.ts';

/** `#rrggbb` or `#rgb`, with or without the sign in front. */
const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A typed colour as it is stored, `#rrggbb` in small letters; null when nothing was typed, or no colour. */
export function colorOf(typed: string): string | null {
  const text = typed.trim();
  if (!HEX.test(text)) return null;
  const digits = text.replace('#', '').toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

/** What is wrong with a typed colour, or null. Nothing is no colour of a brand, which is fine. */
export function colorProblem(typed: string): string | null {
  return typed.trim() === '' || colorOf(typed) !== null ? null : brandErrors.color;
}

/** A typed handle as it is stored; null when nothing was typed. */
export function handleOf(typed: string): string | null {
  return typed.trim() || null;
}

/** What is wrong with a typed handle, or null. */
export function handleProblem(typed: string): string | null {
  const { length } = [...typed.trim()];
  return length <= BRAND_HANDLE_MAX_LENGTH ? null : brandErrors.handle(length - BRAND_HANDLE_MAX_LENGTH);
}
