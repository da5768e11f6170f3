import { Trash2 } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Tooltip, TooltipContent, TooltipTrigger } from '@/components/tooltip.tsx';
import { accountsMessages } from '@/features/accounts/messages.ts';

type DeleteButtonProps = {
  /** The account's label. */
  label: string;
  deleting: boolean;
  onDelete: () => void;
};

/** The icon that deletes an account at once (§2). */
export function DeleteButton({ label, deleting, onDelete }: DeleteButtonProps) {
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="size-11 text-muted-foreground hover:text-destructive @5xl:size-9"
          aria-label={accountsMessages.deleteWhich(label)}
          disabled={deleting}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </TooltipTrigger>
      <TooltipContent>{accountsMessages.delete}</TooltipContent>
    </Tooltip>
  );
}
