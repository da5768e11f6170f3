import { useEffect, useId, useRef } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { scriptsMessages } from '@/features/scripts/messages.ts';

/** "Execution Logs" (§2, §9): at most 400 px high, scrolled to the newest line; nothing at all without lines. */
export function LogsCard({ lines }: { lines: string[] }) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const log = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (lines.length === 0) return;
    if (lines.length === 1) card.current?.scrollIntoView({ block: 'nearest' });
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [lines]);

  if (lines.length === 0) return null;
  return (
    <Card ref={card}>
      <CardHeader className="pt-4 pb-3">
        <CardTitle id={titleId}>{scriptsMessages.logs}</CardTitle>
      </CardHeader>
      <CardContent>
        <div
          ref={log}
          role="log"
          aria-labelledby={titleId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
          tabIndex={0}
          className="max-h-[400px] overflow-auto rounded-md border bg-muted px-4 py-3 font-mono text-[0.8125rem] leading-relaxed"
        >
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end.
            <LogLine key={index} line={line} />
          ))}
        </div>
      </CardContent>
    </Card>
  );
}

function LogLine({ line }: { line: string }) {
  const failed = line.startsWith('Error:');
  return (
    <p
      dir="auto"
      className={failed ? 'break-words whitespace-pre-wrap text-destructive' : 'break-words whitespace-pre-wrap'}
    >
      {line}
    </p>
  );
}
