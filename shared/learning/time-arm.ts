/** An hour on weekdays or at weekends in the workspace's time zone: as fine a division as a few posts a week allow. */
export type TimeArm = { isWeekend: boolean; hour: number };

/**
 * Does not use Temporal, which commands that show a post would otherwise have to load. RangeError for an unknown time
 * zone.
 */
export function timeArmOf(at: Date, timezone: string): TimeArm {
  const parts = formatOf(timezone).formatToParts(at);
  const partOf = (wanted: 'weekday' | 'hour') => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { isWeekend: partOf('weekday').startsWith('S'), hour: Number(partOf('hour')) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone);
  if (made) return made;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}
