const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Formats an ISO 8601 time as `2026-11-21 14:30` in this machine's time zone; null as a dash. */
export function localTime(time: string | null): string {
  return time === null ? '-' : format.format(new Date(time));
}

export function localZone(): string {
  return format.resolvedOptions().timeZone;
}
