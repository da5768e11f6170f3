const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number in compact form: "980", "1.2K", "3.4M". */
export function shortNumber(value: number): string {
  return short.format(value);
}
