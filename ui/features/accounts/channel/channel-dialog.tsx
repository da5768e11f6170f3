import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { toast } from '@/components/toast.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { forgetConnectProgress } from '@/features/accounts/channel/connect-progress.ts';
import { ConnectSteps } from '@/features/accounts/channel/connect-steps.tsx';
import { ConnectedPanel } from '@/features/accounts/channel/connected-panel.tsx';
import { PlatformLink } from '@/features/accounts/channel/guide.tsx';
import {
  channelToasts,
  connectedMessages,
  connectMessages,
  disconnectedMessages,
} from '@/features/accounts/channel/messages.ts';
import { useChannel } from '@/features/accounts/channel/use-channel.ts';
import { withReturnAddress } from '../../../../shared/platforms/ways.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import type { LeftOver } from '../../../../shared/publishing/publishing-api.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

type ChannelDialogProps = { account: SocialAccountsRow; onClose: () => void };

/** Connects an account for posting; once connected, shows its state. */
export function ChannelDialog({ account, onClose }: ChannelDialogProps) {
  const { account_label: label, platform } = account;
  const channel = useChannel(account.id);
  const { guide } = useSuspenseQuery({
    queryKey: ['guide', platform],
    queryFn: platformOf(platform).guide,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const [isReconnecting, setReconnecting] = useState(false);
  const [isGuided, setGuided] = useState(false);
  const [left, setLeft] = useState<LeftOver | null>(null);
  const isConnected = channel && !isReconnecting;
  const isRefused = useIsOwner() === false;
  const [title, description] = left
    ? [disconnectedMessages.title(label), disconnectedMessages.description]
    : isConnected
      ? [connectedMessages.title(label), connectedMessages.description(channel.handle)]
      : [connectMessages.title(label), isRefused ? connectMessages.ownersChoice : connectMessages.description];

  function postByHand() {
    forgetConnectProgress(account.id);
    toast(channelToasts.byHand(label));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      {/* A click outside the dialog must not lose the input. */}
      <DialogContent
        className={isGuided ? BESIDE_WINDOW : undefined}
        onPointerDownOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={focusStep}
      >
        <DialogHeader>
          <DialogTitle className="[overflow-wrap:anywhere]">{title}</DialogTitle>
          <DialogDescription className="[overflow-wrap:anywhere]" role="status">
            {description}
          </DialogDescription>
        </DialogHeader>
        {left ? (
          <StillThere left={left} onClose={onClose} />
        ) : isConnected ? (
          <ConnectedPanel
            account={account}
            channel={channel}
            onReconnect={() => setReconnecting(true)}
            onDisconnected={(still) => (still ? setLeft(still) : onClose())}
          />
        ) : isRefused ? (
          <DialogFooter>
            <Button className="h-11 sm:h-9" onClick={channel ? onClose : postByHand}>
              {channel ? connectMessages.close : connectMessages.byHand}
            </Button>
          </DialogFooter>
        ) : (
          <ConnectSteps
            account={account}
            guide={withReturnAddress(guide, portOf(window.location))}
            isRenewal={channel !== null && channel !== undefined}
            onGuided={setGuided}
            onDone={() => {
              forgetConnectProgress(account.id);
              setReconnecting(false);
            }}
            onByHand={channel ? undefined : postByHand}
            onClose={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** On the left, beside the console window; see use-guide.ts. */
const BESIDE_WINDOW = 'sm:left-4 sm:max-w-104 sm:translate-x-0';

/** The port on which the browser reaches the agent. */
function portOf({ port, protocol }: Location): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

/** Focuses the current step instead of the first element, the limits. */
function focusStep(event: Event) {
  const step = event.currentTarget instanceof Element && event.currentTarget.querySelector('[data-step]');
  if (!(step instanceof HTMLElement)) return;
  event.preventDefault();
  step.focus();
}

/** What remains on the platform for the user to remove. */
function StillThere({ left, onClose }: { left: LeftOver; onClose: () => void }) {
  return (
    <>
      <p className="text-sm text-pretty [overflow-wrap:anywhere]">{left.text}</p>
      <PlatformLink href={left.url}>{disconnectedMessages.show}</PlatformLink>
      <DialogFooter>
        <Button className="h-11 sm:h-9" onClick={onClose}>
          {connectMessages.close}
        </Button>
      </DialogFooter>
    </>
  );
}
