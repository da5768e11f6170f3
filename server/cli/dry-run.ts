import { type DayPlan, type DryRun, dryRunSchema } from '../../shared/dry-run.ts';
import { dryRunInWords, lateInWords, noPostInWords } from '../../shared/dry-run-words.ts';
import { choicesInWords } from '../../shared/reason-words.ts';
import { type Api, readJson } from './api.ts';
import { note, printTable, type Terminal } from './terminal.ts';

/** Asks what the autopilot would make on so many days; without a number, on seven. */
export async function readDryRun(api: Api, days: number | undefined): Promise<DryRun> {
  const body = { dryRun: true, ...(days !== undefined && { days }) };
  return readJson(await api({ method: 'POST', path: '/api/generation', body }), dryRunSchema);
}

/** The days as a table, times in the workspace's zone. That nothing is made stands on stderr. */
export function tellDryRun(terminal: Terminal, { timezone, autopilot, days }: DryRun): void {
  const headings = ['DATE', `TIME (${timezone})`, 'PROJECT', 'TEMPLATE', 'WHY'];
  printTable(
    terminal,
    headings,
    days.map((day) => rowOf(day, { timezone, autopilot })),
  );
  note(terminal, dryRunInWords(autopilot));
}

function rowOf(day: DayPlan, { timezone, autopilot }: Pick<DryRun, 'timezone' | 'autopilot'>): string[] {
  if (day.outcome !== 'post') return [day.date, '-', '-', '-', noPostInWords(day)];
  const { project, template, time } = day.reasons;
  const why = choicesInWords(day.reasons).map(({ text }) => text);
  return [
    day.date,
    timeOn(day.date, time.at, timezone),
    project.name,
    template.name,
    [...(day.isLate ? [lateInWords(autopilot)] : []), ...why].join(' '),
  ];
}

/** `08:10`, with its date where that is another one. */
function timeOn(date: string, time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const [day, clock = ''] = format.format(new Date(time)).split(' ');
  return day === date ? clock : `${day} ${clock}`;
}
