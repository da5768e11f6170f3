/** Lists of posts compress to a tenth of their size, or to a fiftieth if they are repetitive. */
const RATIO_MAX = 200;
/** Up to this size nothing is suspect, since it is read in a moment. */
const HARMLESS_BYTES = 64 * 1024 * 1024;
const UNPACKED_MAX_BYTES = 16 * 1024 * 1024 * 1024;

/** Whether the sizes, in bytes, are those of a decompression bomb. */
export function isBomb(unpacked: number, packed: number): boolean {
  return unpacked > UNPACKED_MAX_BYTES || (unpacked > HARMLESS_BYTES && unpacked > packed * RATIO_MAX);
}
