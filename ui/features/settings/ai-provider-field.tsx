import { useId } from 'react';
import { Field, FieldLabel } from '@/components/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import type { AiDraft } from '@/features/settings/ai-draft.ts';
import { aiMessages } from '@/features/settings/ai-messages.ts';
import { aiProviderSchema, type LocalServer } from '../../../shared/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai-providers.ts';

type AiProviderFieldProps = {
  value: AiDraft['provider'];
  onChange: (provider: AiDraft['provider']) => void;
  servers: readonly LocalServer[];
};

/** The built-in writer, or where the model is. Servers that run on this machine say so. */
export function AiProviderField({ value, onChange, servers }: AiProviderFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{aiMessages.provider}</FieldLabel>
      <Select value={value} onValueChange={(chosen) => onChange(aiProviderSchema.safeParse(chosen).data ?? 'built-in')}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value="built-in">{aiMessages.builtIn}</SelectItem>
          {aiProviderSchema.options.map((provider) => (
            <SelectItem key={provider} value={provider}>
              {AI_PROVIDERS[provider].label}
              {servers.some((server) => server.provider === provider) ? ` · ${aiMessages.runsHere}` : ''}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </Field>
  );
}
