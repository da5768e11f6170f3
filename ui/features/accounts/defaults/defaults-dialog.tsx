import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { toast } from '@/components/toast.tsx';
import { OptionFields } from '@/domain/publishing/options/option-fields.tsx';
import { useChannel } from '@/features/accounts/channel/use-channel.ts';
import { useSaveDefaults } from '@/features/accounts/defaults/use-save-defaults.ts';
import { defaultsMessages as words } from '@/features/accounts/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { mistakeOf, offeredFields } from '../../../../shared/platforms/option-values.ts';
import { withOffers } from '../../../../shared/posts/account-options.ts';
import { optionsOf } from '../../../../shared/posts/platform-options.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

type DefaultsDialogProps = { account: SocialAccountsRow; onClose: () => void };

/** The options of an account's posts that say nothing else. */
export function DefaultsDialog({ account, onClose }: DefaultsDialogProps) {
  const { id, platform, account_label: label, posting_defaults } = account;
  const store = useSaveDefaults(id);
  const limits = useChannel(id)?.limits;
  const all = optionsOf(platform)
    .fields.filter(({ isOfPost }) => !isOfPost)
    .map((field) => withOffers(field, limits));
  const [values, setValues] = useState(() => {
    // An older version may have stored others.
    const known = Object.entries(posting_defaults ?? {}).filter(([name]) => all.some((field) => field.name === name));
    return Object.fromEntries(known);
  });
  const [isSaving, setSaving] = useState(false);
  const fields = offeredFields({ fields: all }, values, null);
  const mistakes = new Map(
    fields.flatMap((field) => {
      const value = values[field.name];
      const mistake = value === undefined ? null : mistakeOf(field, value);
      return mistake ? [[field.name, mistake] as const] : [];
    }),
  );

  async function save() {
    if (mistakes.size > 0) return toast.error(words.mistakes);
    setSaving(true);
    try {
      await store(values);
      toast.success(words.saved(label));
      onClose();
    } catch (error) {
      toast.error(failureReason(error));
      setSaving(false);
    }
  }

  return (
    <FormDialog
      title={words.title(label)}
      description={fields.length > 0 ? words.description : words.nothing(platformLabel(platform))}
      cancel={words.cancel}
      confirm={words.save}
      isBusy={isSaving || fields.length === 0}
      className="max-w-xl"
      extra={
        // It stays where it was pressed, with the focus.
        fields.length > 0 ? (
          <Button variant="ghost" className="mr-auto text-muted-foreground" onClick={() => setValues({})}>
            <RotateCcw aria-hidden="true" />
            {words.reset}
          </Button>
        ) : null
      }
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <OptionFields fields={fields} values={values} defaults={[]} mistakes={mistakes} onChange={setValues} />
    </FormDialog>
  );
}
