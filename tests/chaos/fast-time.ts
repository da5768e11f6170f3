/** A clock that all processes share: it runs `speed` times as fast from a moment on. In milliseconds since 1970. */
export type Anchor = { real: number; simulated: number; speed: number };

export function timeOf({ real, simulated, speed }: Anchor): number {
  return simulated + (Date.now() - real) * speed;
}

/** The same clock, set forward by `ms`. */
export function jumped(anchor: Anchor, ms: number): Anchor {
  return { real: Date.now(), simulated: timeOf(anchor) + ms, speed: anchor.speed };
}
