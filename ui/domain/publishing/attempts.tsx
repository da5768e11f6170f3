import { deliveryMessages, attemptMessages as words } from '@/domain/publishing/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { clockIn, formatDateTime } from '@/lib/time.ts';
import type { DeliveryAttempt, Exchange } from '../../../shared/publishing/delivery.ts';

type AttemptsProps = {
  attempts: readonly DeliveryAttempt[];
  /** The latest attempt may still be running. */
  isUnderWay: boolean;
};

/** Every attempt of a delivery, latest first: when, its result, the platform's message, and its API calls. */
export function Attempts({ attempts, isUnderWay }: AttemptsProps) {
  if (attempts.length === 0) return <p className="text-xs text-muted-foreground">{deliveryMessages.noAttempts}</p>;
  const latestFirst = attempts.map((attempt, index) => ({ attempt, isLast: index === attempts.length - 1 })).reverse();
  return (
    <details className="text-[0.8125rem]">
      <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground pointer-coarse:py-3">
        {deliveryMessages.attempts(attempts.length)}
      </summary>
      <ol className="mt-2.5 flex flex-col gap-3.5">
        {latestFirst.map(({ attempt, isLast }) => (
          <AttemptItem key={attempt.startedAt} attempt={attempt} isRunning={isLast && isUnderWay} />
        ))}
      </ol>
    </details>
  );
}

function AttemptItem({ attempt, isRunning }: { attempt: DeliveryAttempt; isRunning: boolean }) {
  const timeZone = useTimeZone();
  const open = isRunning ? words.running : words.interrupted;
  const end = attempt.endedAt && attempt.state ? words.ends[attempt.state] : open;
  const exchanges = attempt.exchanges ?? [];
  return (
    <li className="flex flex-col gap-1.5 border-l-2 pl-3">
      <p className="leading-snug">
        <time dateTime={attempt.startedAt} className="tabular-nums">
          {formatDateTime(attempt.startedAt, timeZone)}
        </time>
        <span className="block text-muted-foreground">
          {words.kinds[attempt.kind]}: <span className="font-medium text-foreground">{end}</span>
        </span>
      </p>
      {attempt.words ? (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {attempt.words}
        </p>
      ) : null}
      {attempt.changes?.length ? <p className="text-muted-foreground">{attempt.changes.join('; ')}</p> : null}
      {exchanges.length > 0 ? <Exchanges exchanges={exchanges} timeZone={timeZone} /> : null}
    </li>
  );
}

/** The API calls of an attempt. */
function Exchanges({ exchanges, timeZone }: { exchanges: Exchange[]; timeZone: string }) {
  const clock = clockIn(timeZone);
  return (
    <details>
      <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground pointer-coarse:py-3">
        {words.calls(exchanges.length)}
      </summary>
      <ol className="mt-2 flex flex-col gap-2">
        {exchanges.map((exchange) => (
          <li key={`${exchange.at} ${exchange.step} ${exchange.url}`} className="text-xs leading-relaxed">
            <span className="tabular-nums">{clock(exchange.at)}</span> {exchange.step}
            <span className="block font-mono [overflow-wrap:anywhere]">
              {exchange.method} {exchange.url} → {exchange.status ?? words.noAnswer}
            </span>
            {exchange.words ? (
              <span dir="auto" className="block text-muted-foreground [overflow-wrap:anywhere]">
                {exchange.words}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
