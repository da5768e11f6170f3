import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { connectMessages as words } from '@/features/accounts/channel/messages.ts';
import { ReplaceQuestion } from '@/features/accounts/channel/replace-question.tsx';
import { TextField } from '@/features/accounts/channel/text-field.tsx';
import { useConnect } from '@/features/accounts/channel/use-channel.ts';
import { AgentResponseError } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { ChannelEntry } from '../../../../shared/publishing/channel.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

type FieldName = 'identifier' | 'appPassword' | 'server' | 'accessToken';
type FormField = { name: FieldName; label: string; placeholder?: string; isSecret?: boolean; isOptional?: boolean };

const FIELDS: { [platform in ChannelEntry['platform']]: readonly FormField[] } = {
  bluesky: [
    { name: 'identifier', label: words.identifier, placeholder: words.identifierPlaceholder },
    { name: 'appPassword', label: words.appPassword, placeholder: words.appPasswordPlaceholder, isSecret: true },
    { name: 'server', label: words.otherServer, placeholder: words.otherServerPlaceholder, isOptional: true },
  ],
  mastodon: [
    { name: 'server', label: words.server, placeholder: words.serverPlaceholder },
    { name: 'accessToken', label: words.accessToken, isSecret: true },
  ],
};

type TokenFormProps = {
  account: SocialAccountsRow;
  platform: ChannelEntry['platform'];
  onDone: () => void;
  onClose: () => void;
};

/** Connects with what the person entered, which stays until it works, and no longer than the dialog is open. */
export function TokenForm({ account, platform, onDone, onClose }: TokenFormProps) {
  const [entered, setEntered] = useState<Partial<Record<FieldName, string>>>({});
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending, error, reset } = useConnect(account, onDone);
  const isQuestion = error instanceof AgentResponseError && error.code === 'conflict';

  function send(replace: boolean) {
    const text = (name: FieldName) => entered[name]?.trim() ?? '';
    const server = text('server');
    const entry: ChannelEntry =
      platform === 'bluesky'
        ? { platform, identifier: text('identifier'), appPassword: text('appPassword'), ...(server && { server }) }
        : { platform, server, accessToken: text('accessToken') };
    mutate({ ...entry, replace });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const missing = FIELDS[platform].filter(({ name, isOptional }) => !isOptional && !entered[name]?.trim());
    setProblems(Object.fromEntries(missing.map(({ name }) => [name, words.errors[name]])));
    if (missing.length === 0) return send(false);
    const index = FIELDS[platform].findIndex(({ name }) => name === missing[0]?.name);
    form.current?.querySelectorAll('input')[index]?.focus();
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-5" aria-busy={isPending} onSubmit={onSubmit}>
      {FIELDS[platform].map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          value={entered[name] ?? ''}
          error={problems[name]}
          onChange={(value) => {
            setEntered({ ...entered, [name]: value });
            setProblems({ ...problems, [name]: undefined });
            if (error) reset();
          }}
        />
      ))}
      {error && isQuestion ? (
        <ReplaceQuestion question={error.message} onKeep={reset} onReplace={() => send(true)} />
      ) : (
        <FieldError>{error ? failureReason(error) : null}</FieldError>
      )}
      <DialogFooter>
        <Button variant="outline" className="h-11 sm:h-9" onClick={onClose}>
          {words.cancel}
        </Button>
        {/* Not disabled while sending, which would take the focus away; a second press is ignored. */}
        <Button type="submit" className="h-11 sm:h-9" aria-disabled={isPending}>
          {isPending ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
          {isPending ? words.busy : words.submit}
        </Button>
      </DialogFooter>
    </form>
  );
}
