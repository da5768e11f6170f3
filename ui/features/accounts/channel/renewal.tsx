import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { connectedMessages as words } from '@/features/accounts/channel/messages.ts';
import { ReplaceQuestion } from '@/features/accounts/channel/replace-question.tsx';
import { OpenSignIn, useSignIn } from '@/features/accounts/channel/sign-in-form.tsx';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { channelApi } from '../../../../shared/api/channels.ts';
import type { Read } from '../../../../shared/platforms/reads.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../../shared/workspace/database.ts';

type RenewalProps = {
  account: SocialAccountsRow;
  channel: ChannelsRow;
  /** Read permissions to request in addition. */
  reads?: readonly Read[];
  words?: { renew: string; hint: string };
  onDone: () => void;
  /** Connects again through the steps, if nothing stored allows a new sign-in. */
  onReconnect: () => void;
};

/** Renews the login: with one click if the agent has what it needs to sign in, else through the steps. */
export function Renewal({ account, channel, reads, words: own, onDone, onReconnect }: RenewalProps) {
  const agent = useAgent();
  const params = { id: account.id };
  const renewal = useQuery({
    queryKey: ['channel-renewal', account.id, channel.connected_at],
    queryFn: ({ signal }) => askAgent(agent, channelApi.getRenewal, { params }, signal),
    retry: false,
  });
  const { state, begin, cancel } = useSignIn(account, onDone, (replace: boolean) =>
    askAgent(agent, channelApi.renewChannel, { params, body: { replace, ...(reads && { reads: [...reads] }) } }),
  );

  /** Opens the tab directly in the click handler, because browsers block one that is opened later. */
  function renew(replace: boolean) {
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    begin.mutate(replace, {
      onSuccess: (answer) => {
        if (answer.state === 'open') tab?.location.replace(answer.url);
        else tab?.close();
      },
      onError: () => tab?.close(),
    });
  }

  if (state.state === 'open' || state.state === 'choose')
    return <OpenSignIn account={account} state={state} onCancel={cancel} />;
  if (state.state === 'other_account')
    return <ReplaceQuestion question={state.question} onKeep={cancel} onReplace={() => renew(true)} />;
  const failed = begin.error ? failureReason(begin.error) : state.state === 'failed' ? state.error : null;
  const isPossible = renewal.data?.isPossible === true;
  return (
    <>
      <DialogFooter className="w-full sm:justify-start">
        {isPossible ? (
          <Button
            className="h-11 sm:h-9"
            aria-disabled={begin.isPending}
            onClick={() => begin.isPending || renew(false)}
          >
            {begin.isPending ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
            {own?.renew ?? words.renew}
          </Button>
        ) : null}
        {renewal.isPending ? null : (
          <Button variant="outline" className="h-11 sm:h-9" onClick={onReconnect}>
            {isPossible ? words.otherWay : channel.state === 'ready' ? words.renew : words.again}
          </Button>
        )}
      </DialogFooter>
      {isPossible ? <p className="text-muted-foreground">{own?.hint ?? words.renewHint}</p> : null}
      <FieldError>{failed}</FieldError>
    </>
  );
}
