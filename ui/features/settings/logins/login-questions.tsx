import { Confirmation } from '@/components/question.tsx';
import { takingMessages, unpairingMessages } from '@/features/settings/logins/login-messages.ts';
import { type Named, useTakeLogin, useUnpair } from '@/features/settings/logins/use-logins.ts';

type TakeLoginQuestionProps = {
  login: { accountId: string; label: string };
  from: Named;
  isPosting: boolean;
  onClose: () => void;
};

export function TakeLoginQuestion({ login, from, isPosting, onClose }: TakeLoginQuestionProps) {
  const taking = useTakeLogin(login, from);
  return (
    <Confirmation
      title={takingMessages.title(login.label, from.name)}
      description={takingMessages.description}
      onClose={onClose}
      keep={takingMessages.cancel}
      confirm={takingMessages.confirm}
      isBusy={taking.isPending}
      onConfirm={() => taking.mutate(undefined, { onSettled: onClose })}
    >
      {isPosting ? <p className="text-sm">{takingMessages.posting}</p> : null}
    </Confirmation>
  );
}

export function UnpairQuestion({ agent, onClose }: { agent: Named; onClose: () => void }) {
  const unpairing = useUnpair(agent);
  return (
    <Confirmation
      title={unpairingMessages.title(agent.name)}
      description={unpairingMessages.description}
      onClose={onClose}
      keep={unpairingMessages.cancel}
      confirm={unpairingMessages.confirm}
      isBusy={unpairing.isPending}
      onConfirm={() => unpairing.mutate(undefined, { onSettled: onClose })}
    />
  );
}
