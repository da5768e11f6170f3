/** The minimum contrast of text according to WCAG 2 AA. */
export const READABLE_CONTRAST = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

/** Mixes two colours, `#rrggbb`; `share` is that of the second one, 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const [from, to] = [rgb(first), rgb(second)];
  const parts = from.map((part, index) => Math.round(part + ((to[index] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast of two colours according to WCAG 2: 1 (equal) to 21 (black on white). */
export function contrast(first: string, second: string): number {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Shifts a colour towards black or white, whichever contrasts more with the background, until text in it is readable
 * there.
 */
export function readableOn(ground: string, color: string): string {
  const end = contrast('#ffffff', ground) > contrast('#000000', ground) ? '#ffffff' : '#000000';
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(color, end, share);
    if (contrast(candidate, ground) >= READABLE_CONTRAST) return candidate;
  }
  return end;
}

function luminance(color: string): number {
  const [red, green, blue] = rgb(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
