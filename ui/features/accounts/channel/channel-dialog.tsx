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
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/tabs.tsx';
import { ConnectedPanel } from '@/features/accounts/channel/connected-panel.tsx';
import { EntryForm } from '@/features/accounts/channel/entry-form.tsx';
import { PlatformLink, Steps, Terms } from '@/features/accounts/channel/guide.tsx';
import {
  connectedMessages,
  connectMessages,
  disconnectedMessages,
  signInMessages,
} from '@/features/accounts/channel/messages.ts';
import { SignInForm } from '@/features/accounts/channel/sign-in-form.tsx';
import { useChannel } from '@/features/accounts/channel/use-channel.ts';
import type { ChannelGuide, ChannelWay } from '../../../../shared/platforms/ways.ts';
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
  const [left, setLeft] = useState<LeftOver | null>(null);
  const isConnected = channel && !isReconnecting;
  const [title, description] = left
    ? [disconnectedMessages.title(label), disconnectedMessages.description]
    : isConnected
      ? [connectedMessages.title(label), connectedMessages.description(channel.handle)]
      : [connectMessages.title(label), connectMessages.description];

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      {/* A click outside the dialog must not lose the input. */}
      <DialogContent onPointerDownOutside={(event) => event.preventDefault()}>
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
        ) : (
          <Connect account={account} guide={guide} onDone={() => setReconnecting(false)} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** What remains at the platform, for the user to remove. */
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

type ConnectProps = ChannelDialogProps & { guide: ChannelGuide; onDone: () => void };

/** The requirements and costs, then the ways to connect. */
function Connect({ guide, ...props }: ConnectProps) {
  const [first, ...others] = guide.ways;
  return (
    <>
      <Terms {...guide} />
      {others.length === 0 ? (
        <Way {...props} way={first} />
      ) : (
        <Tabs defaultValue="0" className="flex min-w-0 flex-col gap-4">
          <TabsList aria-label={signInMessages.ways}>
            {guide.ways.map(({ label }, index) => (
              // Becomes part of an id.
              <TabsTrigger key={label} value={`${index}`}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          {guide.ways.map((way, index) => (
            <TabsContent key={way.label} value={`${index}`} className="flex flex-col gap-5">
              <Way {...props} way={way} />
            </TabsContent>
          ))}
        </Tabs>
      )}
    </>
  );
}

function Way(props: Omit<ConnectProps, 'guide'> & { way: ChannelWay }) {
  return (
    <>
      <Steps steps={props.way.steps} />
      {props.way.kind === 'sign-in' ? <SignInForm {...props} /> : <EntryForm {...props} />}
    </>
  );
}
