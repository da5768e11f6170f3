import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { EntryFields } from '@/features/accounts/channel/entry-fields.tsx';
import type { WayFormProps } from '@/features/accounts/channel/entry-form.tsx';
import { signInMessages as words } from '@/features/accounts/channel/messages.ts';
import { ReplaceQuestion } from '@/features/accounts/channel/replace-question.tsx';
import { TextField } from '@/features/accounts/channel/text-field.tsx';
import { useReloadChannels } from '@/features/accounts/channel/use-channel.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { channelApi } from '../../../../shared/api/publishing.ts';
import { signInRequestSchema } from '../../../../shared/publishing/channel-entries.ts';
import type { SignInEntry, SignInState } from '../../../../shared/publishing/publishing-api.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** Polling interval of a pending sign-in, in milliseconds. */
const POLL_MS = 1_500;

/** Connects by a sign-in on the platform's page. */
export function SignInForm({ account, onDone, ...fields }: WayFormProps) {
  const { state, begin, cancel } = useSignIn(account, onDone);
  const { variables } = begin;

  if (state.state === 'open') {
    return <OpenSignIn account={account} url={state.url} onCancel={cancel} />;
  }
  return (
    <EntryFields
      {...fields}
      isBusy={begin.isPending}
      submit={{ idle: words.begin, busy: words.begin }}
      onEnter={(name, value) => {
        fields.onEnter(name, value);
        if (begin.error) begin.reset();
      }}
      onSubmit={(entry) => begin.mutate(signInRequestSchema.parse({ platform: account.platform, ...entry }))}
    >
      {state.state === 'other_account' && variables ? (
        <ReplaceQuestion
          question={state.question}
          onKeep={cancel}
          onReplace={() => begin.mutate({ ...variables, replace: true })}
        />
      ) : (
        <FieldError>
          {begin.error ? failureReason(begin.error) : state.state === 'failed' ? state.error : null}
        </FieldError>
      )}
    </EntryFields>
  );
}

type OpenSignInProps = { account: SocialAccountsRow; url: string; onCancel: () => void };

/** Waits for the sign-in; also accepts the pasted address of a tab that could not return here. */
function OpenSignIn({ account, url, onCancel }: OpenSignInProps) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const [address, setAddress] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      askAgent(agent, channelApi.endSignIn, { params: { id: account.id }, body: { address: address.trim() } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(account) }),
  });
  return (
    <div className="flex flex-col gap-5">
      <Button asChild className="h-11 sm:h-9">
        <a href={url} target="_blank" rel="noopener noreferrer">
          {words.open(new URL(url).host)}
        </a>
      </Button>
      <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin motion-reduce:animate-none" />
        {words.waiting}
      </p>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (address.trim() && !isPending) mutate();
        }}
      >
        <p className="text-[0.8125rem] leading-snug text-muted-foreground">{words.stuck}</p>
        <TextField
          label={words.address}
          value={address}
          error={error ? failureReason(error) : undefined}
          isOptional
          onChange={(value) => {
            setAddress(value);
            reset();
          }}
        />
        <DialogFooter>
          <Button variant="outline" className="h-11 sm:h-9" onClick={onCancel}>
            {words.again}
          </Button>
          <Button
            type="submit"
            variant="secondary"
            className="h-11 sm:h-9"
            aria-disabled={!address.trim() || isPending}
          >
            {words.end}
          </Button>
        </DialogFooter>
      </form>
    </div>
  );
}

const keyOf = ({ id }: SocialAccountsRow) => ['channel-sign-in', id];

/** Starts a sign-in and polls it. Ignores those from before the dialog was opened. */
function useSignIn(account: SocialAccountsRow, onDone: () => void) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const reload = useReloadChannels();
  const [isBegun, setBegun] = useState(false);
  const params = { id: account.id };
  const { data } = useQuery({
    queryKey: keyOf(account),
    queryFn: ({ signal }) => askAgent(agent, channelApi.getSignIn, { params }, signal),
    enabled: isBegun,
    refetchInterval: ({ state }) => state.data?.state === 'open' && POLL_MS,
    // The user is in another tab.
    refetchIntervalInBackground: true,
  });
  const begin = useMutation({
    mutationFn: (body: SignInEntry) => askAgent(agent, channelApi.beginSignIn, { params, body }),
    onSuccess(state) {
      queryClient.setQueryData(keyOf(account), state);
      setBegun(true);
    },
    // It may contain a secret, which is dropped when the dialog closes.
    gcTime: 0,
  });
  const state: SignInState = isBegun && data ? data : { state: 'none' };
  const whenDone = useEffectEvent(() => {
    void reload();
    onDone();
  });
  useEffect(() => {
    if (state.state === 'done') whenDone();
  }, [state.state]);
  return { state, begin, cancel: () => setBegun(false) };
}
