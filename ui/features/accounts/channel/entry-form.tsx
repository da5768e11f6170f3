import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { EntryFields, type EntryFieldsProps } from '@/features/accounts/channel/entry-fields.tsx';
import { connectMessages as words } from '@/features/accounts/channel/messages.ts';
import { ReplaceQuestion } from '@/features/accounts/channel/replace-question.tsx';
import { useConnect } from '@/features/accounts/channel/use-channel.ts';
import { AgentResponseError } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { channelEntrySchema } from '../../../../shared/publishing/channel-entries.ts';
import type { Choice } from '../../../../shared/publishing/publishing-api.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** The props of both forms of a way. The input is kept outside, so that it survives going back. */
export type WayFormProps = Pick<EntryFieldsProps, 'way' | 'entered' | 'onEnter' | 'back' | 'isComplete'> & {
  account: SocialAccountsRow;
  onDone: () => void;
};

/** Connects with keys or a token created on the platform. */
export function EntryForm({ account, onDone, ...fields }: WayFormProps) {
  const { mutate, isPending, data, error, reset, variables } = useConnect(account, onDone);
  const isQuestion = error instanceof AgentResponseError && error.code === 'conflict';
  const choice = data?.state === 'choose' ? data : null;

  return (
    <EntryFields
      {...fields}
      isBusy={isPending}
      submit={{ idle: words.submit, busy: words.busy }}
      onEnter={(name, value) => {
        fields.onEnter(name, value);
        // The previous answer is outdated.
        if (error || choice) reset();
      }}
      onSubmit={(entry) => mutate(channelEntrySchema.parse({ platform: account.platform, ...entry }))}
    >
      {choice && variables ? (
        <ChoiceQuestion
          choice={choice}
          onChoose={(value) =>
            mutate({ ...channelEntrySchema.parse({ ...variables, [choice.field]: value }), replace: variables.replace })
          }
        />
      ) : null}
      {error && isQuestion && variables ? (
        <ReplaceQuestion
          question={error.message}
          onKeep={reset}
          onReplace={() => mutate({ ...variables, replace: true })}
        />
      ) : (
        <FieldError>{error ? failureReason(error) : null}</FieldError>
      )}
    </EntryFields>
  );
}

/** Shown when the login is valid for several accounts of the platform. */
export function ChoiceQuestion({ choice, onChoose }: { choice: Choice; onChoose: (value: string) => void }) {
  return (
    <fieldset role="alert" className="flex flex-col gap-3 rounded-lg border px-4 py-3.5 text-sm">
      <legend className="sr-only">{choice.question}</legend>
      <p className="font-medium text-pretty">{choice.question}</p>
      <div className="flex flex-wrap gap-2">
        {choice.options.map(({ value, label }) => (
          <Button key={value} variant="outline" className="h-11 sm:h-9" onClick={() => onChoose(value)}>
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
