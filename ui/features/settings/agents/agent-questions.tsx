import { useState } from 'react';
import { FormDialog } from '@/components/form-dialog.tsx';
import { Confirmation } from '@/components/question.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { agentRemoval, agentNameMessages as words } from '@/features/settings/agents/agent-messages.ts';
import { useRemoveAgent, useRenameAgent } from '@/features/settings/agents/use-agents.ts';
import { failureReason } from '@/lib/messages.ts';
import { AGENT_NAME_MAX_LENGTH, type Agent } from '../../../../shared/agent/agents.ts';

type QuestionProps = { agent: Agent; onClose: () => void };

export function RenameAgentDialog({ agent, onClose }: QuestionProps) {
  const [name, setName] = useState(agent.name);
  const renaming = useRenameAgent(agent);
  return (
    <FormDialog
      title={words.title}
      description={words.description}
      cancel={words.cancel}
      confirm={renaming.isPending ? words.saving : words.save}
      isBusy={renaming.isPending || name.trim() === ''}
      onSubmit={() => renaming.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <InputField
        label={words.name}
        error={renaming.error ? `${words.failed}: ${failureReason(renaming.error)}` : undefined}
        value={name}
        maxLength={AGENT_NAME_MAX_LENGTH}
        required
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

export function RemoveAgentQuestion({ agent, onClose }: QuestionProps) {
  const removing = useRemoveAgent(agent);
  return (
    <Confirmation
      title={agentRemoval.title(agent.name)}
      description={agentRemoval.description}
      onClose={onClose}
      keep={agentRemoval.cancel}
      confirm={agentRemoval.confirm}
      isBusy={removing.isPending}
      onConfirm={() => removing.mutate(undefined, { onSettled: onClose })}
    />
  );
}
