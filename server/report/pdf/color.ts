/** Converts #rrggbb or #rrggbbaa to PDF's three numbers; alpha is ignored. */
export function colorOf(hex: string): string {
  return [1, 3, 5]
    .map((at) => String(Math.round((Number.parseInt(hex.slice(at, at + 2), 16) / 255) * 1000) / 1000))
    .join(' ');
}
