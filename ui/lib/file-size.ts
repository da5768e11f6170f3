const BYTES_PER_MB = 1024 * 1024;

/** "4.2 MB", "12 KB": rounded up, so that a file past a limit never reads as the limit itself. */
export function formatSize(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.ceil(bytes / 1024)} KB`;
  return `${Math.ceil((bytes / BYTES_PER_MB) * 10) / 10} MB`;
}
