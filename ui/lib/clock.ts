/** How far the workspace's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0;
/** Less says more of how long an answer took than of a clock that is wrong, in milliseconds. */
const TRUSTED_MS = 5_000;

/** Notes the workspace's time (ISO 8601), which was asked for at `askedAt` by this device's clock. */
export function noteTime(time: string, askedAt: number): void {
  const ahead = Date.parse(time) - (askedAt + Date.now()) / 2;
  aheadMs = Math.abs(ahead) > TRUSTED_MS ? Math.round(ahead) : 0;
}

/** The workspace's time in milliseconds since the epoch: what is due by it is due, however wrong this device's is. */
export const nowMs = (): number => Date.now() + aheadMs;
export const nowDate = (): Date => new Date(nowMs());
