/** Lists of posts shrink to a tenth, or to a fiftieth where they repeat themselves. */
const RATIO_MAX = 200;
/** Below it nothing is suspected: so much is read in a moment. */
const HARMLESS_BYTES = 64 * 1024 * 1024;
const UNPACKED_MAX_BYTES = 16 * 1024 * 1024 * 1024;

/** Whether so many bytes from so few can only be meant to keep a reader busy. */
export function isBomb(unpacked: number, packed: number): boolean {
  return unpacked > UNPACKED_MAX_BYTES || (unpacked > HARMLESS_BYTES && unpacked > packed * RATIO_MAX);
}
