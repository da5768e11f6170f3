import type { Temporal } from 'temporal-polyfill';

export const names = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (date: Temporal.PlainDate) => format.format(Date.UTC(date.year, date.month - 1, date.day));
};

/** "Thursday, January 16, 2031". */
export const dayName = names({ dateStyle: 'full' });

/** "9 AM". */
export function hourName(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** "2:30 AM". */
export function clockName(time: Temporal.PlainTime): string {
  const [hour, half] = hourName(time.hour).split(' ');
  return `${hour}:${String(time.minute).padStart(2, '0')} ${half}`;
}
