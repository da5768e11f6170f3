import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { EntryFields } from '@/features/accounts/channel/entry-fields.tsx';
import { ChoiceQuestion, type WayFormProps } from '@/features/accounts/channel/entry-form.tsx';
import { signInMessages as words } from '@/features/accounts/channel/messages.ts';
import { ReplaceQuestion } from '@/features/accounts/channel/replace-question.tsx';
import { TextField } from '@/features/accounts/channel/text-field.tsx';
import { useReloadChannels } from '@/features/accounts/channel/use-channel.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { channelApi } from '../../../../shared/api/channels.ts';
import { signInRequestSchema } from '../../../../shared/publishing/channel-entries.ts';
import type { SignInEntry, SignInState } from '../../../../shared/publishing/publishing-api.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** Polling interval of a pending sign-in, in milliseconds. */
const POLL_MS = 1_500;

/** Connects by a sign-in on the platform's page. */
export function SignInForm({ account, onDone, ...fields }: WayFormProps) {
  const agent = useAgent();
  const { state, begin, cancel } = useSignIn(account, onDone, (body: SignInEntry) =>
    askAgent(agent, channelApi.beginSignIn, { params: { id: account.id }, body }),
  );
  const { variables } = begin;

  if (state.state === 'open' || state.state === 'choose') {
    return <OpenSignIn account={account} state={state} onCancel={cancel} />;
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

type OpenSignInProps = {
  account: SocialAccountsRow;
  state: SignInState & { state: 'open' | 'choose' };
  onCancel: () => void;
};

/** Waits for the sign-in, and asks which account to use if it covers several. */
export function OpenSignIn({ account, state, onCancel }: OpenSignInProps) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (value: string) =>
      askAgent(agent, channelApi.chooseInSignIn, { params: { id: account.id }, body: { value } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(account) }),
  });
  if (state.state === 'open') return <WaitForBrowser account={account} url={state.url} onCancel={onCancel} />;
  return (
    <div className="flex flex-col gap-5" aria-busy={isPending}>
      <ChoiceQuestion choice={state} onChoose={(value) => isPending || mutate(value)} />
      <FieldError>{error ? failureReason(error) : null}</FieldError>
      <DialogFooter>
        <Button variant="outline" className="h-11 sm:h-9" onClick={onCancel}>
          {words.again}
        </Button>
      </DialogFooter>
    </div>
  );
}

type WaitForBrowserProps = { account: SocialAccountsRow; url: string; onCancel: () => void };

/** Also accepts the pasted address of a tab that could not return here. */
function WaitForBrowser({ account, url, onCancel }: WaitForBrowserProps) {
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

/** Starts a sign-in with `start` and polls it. Ignores sign-ins from before the dialog opened. */
export function useSignIn<T>(
  account: SocialAccountsRow,
  onDone: () => void,
  start: (given: T) => Promise<SignInState>,
) {
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
    mutationFn: start,
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
