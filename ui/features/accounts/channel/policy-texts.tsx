import { Check, Copy } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { useCopy } from '@/features/accounts/channel/copy-values.tsx';
import { connectMessages as words } from '@/features/accounts/channel/messages.ts';
import { APP_POLICIES, type AppPolicy } from '../../../../shared/platforms/app-policies.ts';

/** Texts for the policy pages whose address the console requires, for users who have no such pages yet. */
export function PolicyTexts({ policies }: { policies: readonly AppPolicy[] }) {
  return (
    <div className="flex w-full flex-col gap-2 text-[0.8125rem] leading-snug">
      {policies.map((policy) => (
        <PolicyText key={policy} {...APP_POLICIES[policy]} />
      ))}
    </div>
  );
}

function PolicyText({ name, text }: { name: string; text: string }) {
  const { copied, failed, copy } = useCopy();
  return (
    <details className="min-w-0 rounded-lg border px-3.5 py-2.5">
      <summary className="w-fit cursor-pointer rounded-sm font-medium pointer-coarse:min-h-11 pointer-coarse:content-center">
        {name}
      </summary>
      <div className="mt-2 flex flex-col items-start gap-2.5">
        <p className="text-pretty text-muted-foreground">{words.policyHint}</p>
        <p className="w-full rounded-md bg-muted/60 px-3 py-2.5 whitespace-pre-line [overflow-wrap:anywhere] select-all">
          {text}
        </p>
        <Button variant="outline" size="sm" aria-label={words.copyTextWhich(name)} onClick={() => void copy(text)}>
          {copied === text ? (
            <Check aria-hidden="true" className="text-success" />
          ) : (
            <Copy aria-hidden="true" className="text-muted-foreground" />
          )}
          {copied === text ? words.copiedText : words.copyText}
        </Button>
        <p role="status" className="sr-only">
          {copied === text ? words.copied(name) : null}
        </p>
        <FieldError>{failed ? words.copyFailed : null}</FieldError>
      </div>
    </details>
  );
}
