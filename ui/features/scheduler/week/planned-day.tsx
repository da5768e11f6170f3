import { ReasonList } from '@/features/scheduler/panel/reason-list.tsx';
import { weekMessages as words } from '@/features/scheduler/week/messages.ts';
import type { DayPlan, DryRun } from '../../../../shared/posts/dry-run.ts';
import { destinationsInWords, lateInWords, noPostInWords } from '../../../../shared/posts/dry-run-words.ts';
import type { PostReasons } from '../../../../shared/posts/post-reasons.ts';
import { choicesInWords } from '../../../../shared/posts/reason-words.ts';

type PlannedDayProps = { day: DayPlan; week: DryRun; isToday: boolean };

/** One day of the preview: its post's time, project, template and reasons; or why there is none. */
export function PlannedDay({ day, week, isToday }: PlannedDayProps) {
  const name = dayName(day.date);
  const isPost = day.outcome === 'post';
  return (
    <li className="border-t py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-sm font-medium">{isToday ? words.today(name) : name}</h3>
        {isPost ? (
          <time dateTime={day.reasons.time.at} className="shrink-0 text-sm font-medium tabular-nums">
            {timeOn(day.date, day.reasons.time.at, week.timezone)}
          </time>
        ) : null}
      </div>
      {isPost ? (
        <Planned
          name={name}
          reasons={day.reasons}
          destinations={destinationsInWords(day.destinations)}
          note={day.isLate ? lateInWords(week.autopilot) : null}
        />
      ) : (
        <p className="mt-0.5 text-sm text-muted-foreground text-pretty [overflow-wrap:anywhere]">
          {noPostInWords(day, week.paused)}
        </p>
      )}
    </li>
  );
}

type PlannedProps = { name: string; reasons: PostReasons; destinations: string; note: string | null };

function Planned({ name, reasons, destinations, note }: PlannedProps) {
  return (
    <>
      <p className="mt-0.5 text-sm text-muted-foreground [overflow-wrap:anywhere]">
        {reasons.project.name} · {reasons.template.name}
      </p>
      {destinations ? (
        <p className="mt-0.5 text-sm text-muted-foreground text-pretty [overflow-wrap:anywhere]">{destinations}</p>
      ) : null}
      {note ? <p className="mt-0.5 text-sm text-warning text-pretty">{note}</p> : null}
      <details className="mt-1.5 text-sm">
        <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground">
          {words.why}
          <span className="sr-only">{words.whyWhat(name)}</span>
        </summary>
        <ReasonList reasons={choicesInWords(reasons)} className="mt-2" />
      </details>
    </>
  );
}

/** A local date (`YYYY-MM-DD`) as `Sat, Nov 21`. */
function dayName(date: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** `9:10 AM`, with its day if that is not `date`. */
function timeOn(date: string, time: string, timeZone: string): string {
  const at = new Date(time);
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(at);
  // The Swedish date format equals ISO 8601.
  const localDate = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);
  return localDate === date ? clock : `${dayName(localDate)}, ${clock}`;
}
