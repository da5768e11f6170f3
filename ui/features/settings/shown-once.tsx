import { Copy } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Question } from '@/components/question.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { toast } from '@/components/toast.tsx';

type ShownOnceProps = {
  title: string;
  value: string;
  words: { madeDescription: string; value: string; copy: string; copied: string; copyFailed: string; done: string };
  onClose: () => void;
};

/** A newly created secret, to be copied: it cannot be shown again. */
export function ShownOnce({ title, value, words, onClose }: ShownOnceProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(words.copied);
    } catch {
      toast.error(words.copyFailed);
    }
  }

  return (
    <Question
      title={title}
      description={words.madeDescription}
      onClose={onClose}
      answers={
        <>
          <Button variant="outline" onClick={copy}>
            <Copy aria-hidden="true" />
            {words.copy}
          </Button>
          <Button onClick={onClose}>{words.done}</Button>
        </>
      }
    >
      <InputField
        label={words.value}
        readOnly
        value={value}
        className="font-mono text-xs sm:text-xs"
        onFocus={(event) => event.target.select()}
      />
    </Question>
  );
}
