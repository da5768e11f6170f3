import { Button } from '@/components/button.tsx';
import { connectMessages } from '@/features/accounts/channel/messages.ts';

type ReplaceQuestionProps = { question: string; onKeep: () => void; onReplace: () => void };

/** Asks whether to replace the login with that of another account on the platform. */
export function ReplaceQuestion({ question, onKeep, onReplace }: ReplaceQuestionProps) {
  return (
    <div
      role="alert"
      className="flex flex-col gap-3 rounded-lg border border-warning/40 bg-warning/10 px-4 py-3.5 text-sm"
    >
      <p className="text-pretty [overflow-wrap:anywhere]">
        <span className="font-medium">{connectMessages.question}</span> {question}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={onKeep}>
          {connectMessages.keep}
        </Button>
        <Button variant="outline" onClick={onReplace}>
          {connectMessages.replace}
        </Button>
      </div>
    </div>
  );
}
