import { useState } from 'react';
import { FieldError } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { useLink } from '@/features/settings/workspace/use-link.ts';
import { linkFormMessages as words } from '@/features/settings/workspace/workspace-messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { useConfig } from '@/lib/supabase.ts';
import type { WorkspacePlace } from '../../../../shared/workspace/link.ts';

/** Asks for the project and a member's login; for an agent that is already linked, only for the password. */
export function LinkDialog({ place, onClose }: { place: WorkspacePlace; onClose: (isDone: boolean) => void }) {
  const { supabaseKey } = useConfig();
  const { link } = place;
  const [typed, setTyped] = useState({
    url: link ? (place.url ?? '') : '',
    publishableKey: link ? supabaseKey : '',
    email: link?.email ?? '',
    password: '',
  });
  const linking = useLink(place);
  const isWhole = Object.values(typed).every((value) => value.trim() !== '');
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    required: true,
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });

  function submit() {
    const { url, publishableKey, email, password } = typed;
    const body = { url: url.trim(), publishableKey: publishableKey.trim(), email: email.trim(), password };
    linking.mutate(body, { onSuccess: () => onClose(true) });
  }

  return (
    <FormDialog
      title={link ? words.againTitle : words.title}
      description={link ? words.againDescription : words.description}
      cancel={words.cancel}
      confirm={linking.isPending ? words.busy : link ? words.confirmAgain : words.confirm}
      isBusy={linking.isPending || !isWhole}
      onSubmit={submit}
      onClose={() => linking.isPending || onClose(false)}
    >
      {link ? null : (
        <>
          <InputField
            label={words.url}
            type="url"
            placeholder={words.urlPlaceholder}
            autoComplete="off"
            {...field('url')}
          />
          <InputField label={words.key} hint={words.keyHint} autoComplete="off" {...field('publishableKey')} />
        </>
      )}
      <InputField label={words.email} hint={words.emailHint} type="email" autoComplete="username" {...field('email')} />
      <InputField
        label={words.password}
        hint={words.passwordHint}
        type="password"
        autoComplete="current-password"
        {...field('password')}
      />
      {link ? null : <p className="text-sm text-muted-foreground text-pretty">{words.keeps}</p>}
      <FieldError>{linking.error ? `${words.failed}: ${failureReason(linking.error)}` : null}</FieldError>
    </FormDialog>
  );
}
