import { Cookie, Ellipsis, History, LogIn, RefreshCw, Send, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { IconButton } from '@/components/icon-button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { channelMessages } from '@/features/accounts/channel/messages.ts';
import { accountsMessages } from '@/features/accounts/messages.ts';

const { more, menu } = accountsMessages;

type AccountMenuProps = {
  label: string;
  isConnected: boolean;
  onPosting: () => void;
  onDefaults: () => void;
  /** Undefined if the action does not apply. */
  onAskLimits?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
  onCheck?: (() => void) | undefined;
  onShowRuns?: (() => void) | undefined;
  onLogIn?: (() => void) | undefined;
};

/** The actions for an account other than its next step. */
export function AccountMenu(props: AccountMenuProps) {
  const { label, isConnected, onPosting, onDefaults, onAskLimits, onImport, onCheck, onShowRuns, onLogIn } = props;
  return (
    <Menu
      trigger={
        <IconButton
          icon={Ellipsis}
          size="icon"
          className="size-11 text-muted-foreground @2xl:size-9"
          label={more(label)}
        />
      }
    >
      <MenuItem icon={Send} onSelect={onPosting}>
        {isConnected ? channelMessages.menu.manage : channelMessages.menu.connect}
      </MenuItem>
      <MenuItem icon={SlidersHorizontal} onSelect={onDefaults}>
        {menu.defaults}
      </MenuItem>
      {onAskLimits ? (
        <MenuItem icon={RefreshCw} onSelect={onAskLimits}>
          {channelMessages.menu.askLimits}
        </MenuItem>
      ) : null}
      {onShowRuns ? (
        <MenuItem icon={History} onSelect={onShowRuns}>
          {menu.warmups}
        </MenuItem>
      ) : null}
      {onCheck ? (
        <MenuItem icon={ShieldCheck} onSelect={onCheck}>
          {menu.check}
        </MenuItem>
      ) : null}
      {onLogIn ? (
        <MenuItem icon={LogIn} onSelect={onLogIn}>
          {menu.logInAgain}
        </MenuItem>
      ) : null}
      {onImport ? (
        <MenuItem icon={Cookie} onSelect={onImport}>
          {menu.import}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
