/** How far the workspace's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0;
/** Smaller differences come from the response time rather than a wrong clock; in milliseconds. */
const TRUSTED_MS = 5_000;

/** Sets the workspace's time (ISO 8601), requested at `askedAt` by this device's clock. */
export function noteTime(time: string, askedAt: number): void {
  const ahead = Date.parse(time) - (askedAt + Date.now()) / 2;
  aheadMs = Math.abs(ahead) > TRUSTED_MS ? Math.round(ahead) : 0;
}

/**
 * The workspace's time in milliseconds since the epoch. It decides what is due, even if this device's clock is wrong.
 */
export const nowMs = (): number => Date.now() + aheadMs;
export const nowDate = (): Date => new Date(nowMs());
