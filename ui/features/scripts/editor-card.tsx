import { lazy, Suspense, useId } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Card, CardAction, CardHeader, CardTitle } from '@/components/card.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { scriptsMessages } from '@/features/scripts/messages.ts';

const CodeEditor = lazy(async () => ({ default: (await import('@/features/scripts/code-editor.tsx')).CodeEditor }));

const HINT = /Mac|iP/.test(navigator.platform) ? scriptsMessages.editorHintMac : scriptsMessages.editorHint;

/** "Script Editor" (§2): the script's code. */
export function EditorCard({
  scriptId,
  code,
  unsaved,
  onChange,
}: {
  scriptId: string;
  code: string;
  unsaved: boolean;
  onChange: (code: string) => void;
}) {
  const titleId = useId();
  const hintId = useId();
  return (
    <Card>
      <CardHeader className="pt-4 pb-3">
        <CardTitle id={titleId}>{scriptsMessages.editor}</CardTitle>
        {unsaved ? (
          <CardAction className="-my-0.5 flex">
            <Badge variant="warning">{scriptsMessages.unsaved}</Badge>
          </CardAction>
        ) : null}
      </CardHeader>
      <div className="h-[clamp(16rem,52dvh,44rem)] border-y text-base sm:text-[0.8125rem]">
        <Suspense fallback={<Skeleton className="m-4 h-24" />}>
          <CodeEditor key={scriptId} value={code} onChange={onChange} labelledBy={titleId} describedBy={hintId} />
        </Suspense>
      </div>
      <p id={hintId} className="px-5 py-2.5 text-xs text-muted-foreground sm:px-6">
        {HINT}
      </p>
    </Card>
  );
}
