const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A duration: "0.8 s", "12 s", "3 min 5 s", "1 h 2 min". */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Elapsed time: "0:07", "12:40", "1:02:03". */
export function formatElapsed(ms: number): string {
  const left = Math.max(0, ms);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = two((left % MINUTE_MS) / 1000);
  const minutes = (left % HOUR_MS) / MINUTE_MS;
  const hours = Math.floor(left / HOUR_MS);
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${Math.floor(minutes)}:${seconds}`;
}

const BYTES_PER_MB = 1024 * 1024;

/** "4.2 MB", "12 KB": rounded up, so that a file over a limit never shows the limit itself. */
export function formatSize(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.ceil(bytes / 1024)} KB`;
  return `${Math.ceil((bytes / BYTES_PER_MB) * 10) / 10} MB`;
}

/** A number with what it counts: "1 post", "1,200 posts". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** A position in a video, given in milliseconds: "0:07". */
export function formatVideoTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
