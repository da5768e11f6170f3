import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { editorMessages } from '@/features/scheduler/editor/messages.ts';
import { CopyButton } from '@/features/scheduler/posts/copy-button.tsx';
import type { StoredText, Text } from '@/lib/post-text.ts';

/** Why the text could not be saved, with nothing lost. */
export type ObstacleState =
  | { kind: 'failed'; words: string }
  | { kind: 'gone' }
  | { kind: 'changed'; theirs: StoredText };

type ObstacleProps = {
  obstacle: ObstacleState;
  mine: Text;
  onKeepMine: (theirs: StoredText) => void;
  onTakeTheirs: () => void;
};

/** Says what stands in the way of saving, and what can be done about it. */
export function Obstacle({ obstacle, mine, onKeepMine, onTakeTheirs }: ObstacleProps) {
  switch (obstacle.kind) {
    case 'failed':
      return <Alert>{obstacle.words}</Alert>;
    case 'gone':
      return (
        <Alert>
          {editorMessages.gone}
          <CopyButton content={mine} />
        </Alert>
      );
    case 'changed': {
      const { theirs } = obstacle;
      return (
        <Alert>
          {editorMessages.changed}
          <p
            dir="auto"
            className="max-h-32 w-full overflow-y-auto border-l-2 pl-3 font-normal whitespace-pre-wrap text-foreground [overflow-wrap:anywhere]"
          >
            {[theirs.caption, theirs.hashtags.join(' ')].filter(Boolean).join('\n\n')}
          </p>
          <span className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => onKeepMine(theirs)}>
              {editorMessages.keepMine}
            </Button>
            <Button variant="outline" size="sm" onClick={onTakeTheirs}>
              {editorMessages.useTheirs}
            </Button>
          </span>
        </Alert>
      );
    }
  }
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-md border border-destructive/30 bg-destructive/8 p-4 text-sm font-medium text-destructive"
    >
      {children}
    </div>
  );
}
