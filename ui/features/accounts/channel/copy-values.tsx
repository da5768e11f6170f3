import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { connectMessages as words } from '@/features/accounts/channel/messages.ts';

/** Copies texts. `copied` is the latest; `failed` is true if the browser refused. */
export function useCopy() {
  const [copied, setCopied] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  async function copy(value: string) {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return { copied, failed, copy };
}

/** Texts to paste on the platform, each with a copy button. */
export function CopyValues({ values }: { values: readonly string[] }) {
  const { copied, failed, copy } = useCopy();

  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={words.copyList} className="flex flex-wrap gap-2">
        {values.map((value) => (
          <li key={value} className="flex min-w-0 items-center rounded-md border bg-muted/60 pl-2.5">
            <code className="min-w-0 py-1 font-mono text-[0.8125rem] [overflow-wrap:anywhere] select-all">{value}</code>
            <Button variant="ghost" size="icon-sm" aria-label={words.copyWhich(value)} onClick={() => void copy(value)}>
              {copied === value ? (
                <Check aria-hidden="true" className="text-success" />
              ) : (
                <Copy aria-hidden="true" className="text-muted-foreground" />
              )}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {copied ? words.copied(copied) : null}
      </p>
      <FieldError>{failed ? words.copyFailed : null}</FieldError>
    </div>
  );
}
