import { brandErrors } from '@/features/settings/pictures/brand-messages.ts';
import { BRAND_HANDLE_MAX_LENGTH } from '../../../../shared/pictures/brand.ts';

/** `#rrggbb` or `#rgb`, with or without `#`. */
const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A typed colour as stored, lower-case `#rrggbb`; null when empty or invalid. */
export function colorOf(typed: string): string | null {
  const text = typed.trim();
  if (!HEX.test(text)) return null;
  const digits = text.replace('#', '').toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

/** What is wrong with a typed colour, or null. Empty is valid: no brand colour. */
export function colorProblem(typed: string): string | null {
  return typed.trim() === '' || colorOf(typed) !== null ? null : brandErrors.color;
}

/** A typed handle as stored; null when empty. */
export function handleOf(typed: string): string | null {
  return typed.trim() || null;
}

export function handleProblem(typed: string): string | null {
  const { length } = [...typed.trim()];
  return length <= BRAND_HANDLE_MAX_LENGTH ? null : brandErrors.handle(length - BRAND_HANDLE_MAX_LENGTH);
}
