import { useId, useState } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import { FieldDescription, FieldLabel, FieldLegend, FieldSet } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { assistantsMessages as words } from '@/features/settings/people/people-messages.ts';
import { useMakeMcpToken } from '@/features/settings/people/use-mcp-tokens.ts';
import { ShownOnce } from '@/features/settings/shown-once.tsx';
import { failureReason } from '@/lib/messages.ts';
import { MCP_SCOPES, type McpScope } from '../../../../shared/agent/mcp-tokens.ts';

/** Creates a token, and shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const making = useMakeMcpToken();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly McpScope[]>(['read']);
  if (making.data) {
    const { name: made, token } = making.data;
    return (
      <ShownOnce
        title={words.madeTitle(made)}
        value={token}
        words={{ ...words, value: words.token }}
        onClose={onClose}
      />
    );
  }

  function set(scope: McpScope, isOn: boolean) {
    setScopes(MCP_SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))));
  }

  const failure = making.isError ? `${words.makeFailed}: ${failureReason(making.error)}` : undefined;
  return (
    <FormDialog
      title={words.newTitle}
      description={words.newDescription}
      cancel={words.cancel}
      confirm={making.isPending ? words.making : words.make}
      isBusy={making.isPending || name.trim() === ''}
      onSubmit={() => making.mutate({ name, scopes: [...scopes] })}
      onClose={onClose}
    >
      <InputField
        label={words.name}
        error={failure}
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        placeholder={words.namePlaceholder}
        onChange={(event) => setName(event.target.value)}
      />
      <FieldSet>
        <FieldLegend>{words.may}</FieldLegend>
        {MCP_SCOPES.map((scope) => (
          <ScopeBox
            key={scope}
            scope={scope}
            isOn={scopes.includes(scope)}
            isFixed={scope === 'read'}
            onChange={(isOn) => set(scope, isOn)}
          />
        ))}
      </FieldSet>
    </FormDialog>
  );
}

type ScopeBoxProps = { scope: McpScope; isOn: boolean; isFixed: boolean; onChange: (isOn: boolean) => void };

function ScopeBox({ scope, isOn, isFixed, onChange }: ScopeBoxProps) {
  const id = useId();
  const hintId = useId();
  const { name, hint } = words.scopes[scope];
  return (
    <div className="flex items-start gap-3 pointer-coarse:min-h-11">
      <Checkbox
        id={id}
        checked={isOn}
        disabled={isFixed}
        aria-describedby={hintId}
        className="mt-0.5"
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <FieldLabel htmlFor={id}>{name}</FieldLabel>
        <FieldDescription id={hintId}>{hint}</FieldDescription>
      </div>
    </div>
  );
}
