import { Cookie, Ellipsis, History, LogIn, Send, ShieldCheck } from 'lucide-react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/dropdown-menu.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { channelMessages } from '@/features/accounts/channel/messages.ts';
import { accountsMessages } from '@/features/accounts/messages.ts';

const { more, menu } = accountsMessages;

type AccountMenuProps = {
  label: string;
  isConnected: boolean;
  onPosting: () => void;
  /** Undefined where the action does not apply. */
  onImport?: (() => void) | undefined;
  onCheck?: (() => void) | undefined;
  onShowRuns?: (() => void) | undefined;
  onLogIn?: (() => void) | undefined;
};

/** The actions for an account other than its next step. */
export function AccountMenu(props: AccountMenuProps) {
  const { label, isConnected, onPosting, onImport, onCheck, onShowRuns, onLogIn } = props;
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger asChild>
        <IconButton
          icon={Ellipsis}
          size="icon"
          className="size-11 text-muted-foreground @2xl:size-9"
          label={more(label)}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={onPosting}>
          <Send aria-hidden="true" />
          {isConnected ? channelMessages.menu.manage : channelMessages.menu.connect}
        </DropdownMenuItem>
        {onShowRuns ? (
          <DropdownMenuItem onSelect={onShowRuns}>
            <History aria-hidden="true" />
            {menu.warmups}
          </DropdownMenuItem>
        ) : null}
        {onCheck ? (
          <DropdownMenuItem onSelect={onCheck}>
            <ShieldCheck aria-hidden="true" />
            {menu.check}
          </DropdownMenuItem>
        ) : null}
        {onLogIn ? (
          <DropdownMenuItem onSelect={onLogIn}>
            <LogIn aria-hidden="true" />
            {menu.logInAgain}
          </DropdownMenuItem>
        ) : null}
        {onImport ? (
          <DropdownMenuItem onSelect={onImport}>
            <Cookie aria-hidden="true" />
            {menu.import}
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
