import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { toast } from '@/components/toast.tsx';
import { OptionFields } from '@/domain/publishing/options/option-fields.tsx';
import { useChannel } from '@/features/accounts/channel/use-channel.ts';
import { EarlyFields } from '@/features/accounts/defaults/early-fields.tsx';
import { useSaveDefaults } from '@/features/accounts/defaults/use-save-defaults.ts';
import { defaultsMessages as words } from '@/features/accounts/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { mistakeOf, offeredFields } from '../../../../shared/platforms/option-values.ts';
import { withOffers } from '../../../../shared/posts/account-options.ts';
import { optionsOf } from '../../../../shared/posts/platform-options.ts';
import { platformLabel, platformOf } from '../../../../shared/posts/platforms.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** The initial value when early hand-over is switched on: enough to cover a night. */
const EARLY_HOURS = 24;

type DefaultsDialogProps = { account: SocialAccountsRow; onClose: () => void };

/** The options for an account's posts that do not set their own. */
export function DefaultsDialog({ account, onClose }: DefaultsDialogProps) {
  const { id, platform, account_label: label, posting_defaults, hand_over_hours } = account;
  const { holds } = platformOf(platform);
  const [early, setEarly] = useState({ isOn: hand_over_hours !== null, hours: String(hand_over_hours ?? EARLY_HOURS) });
  const hours = early.isOn ? Number(early.hours) : null;
  const isWrong = hours !== null && !(Number.isInteger(hours) && hours >= 1 && hours <= 720);
  const store = useSaveDefaults(id);
  const limits = useChannel(id)?.limits;
  const all = optionsOf(platform)
    .fields.filter(({ isOfPost }) => !isOfPost)
    .map((field) => withOffers(field, limits));
  const [values, setValues] = useState(() => {
    // An older version may have stored options that no longer exist.
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

  const hasChoices = fields.length > 0 || holds !== undefined;

  function reset() {
    setValues({});
    setEarly({ isOn: false, hours: String(EARLY_HOURS) });
  }

  async function save() {
    if (mistakes.size > 0 || isWrong) return toast.error(words.mistakes);
    setSaving(true);
    try {
      await store({ defaults: values, handOverHours: hours });
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
      description={hasChoices ? words.description : words.nothing(platformLabel(platform))}
      cancel={words.cancel}
      confirm={words.save}
      isBusy={isSaving || !hasChoices}
      className="max-w-xl"
      extra={
        // Shown even if nothing is set, so that it keeps its place and the focus when pressed.
        hasChoices ? (
          <Button variant="ghost" className="mr-auto text-muted-foreground" onClick={reset}>
            <RotateCcw aria-hidden="true" />
            {words.reset}
          </Button>
        ) : null
      }
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <OptionFields fields={fields} values={values} defaults={[]} mistakes={mistakes} onChange={setValues} />
      {holds ? (
        <EarlyFields platform={platform} note={holds.note} value={early} isWrong={isWrong} onChange={setEarly} />
      ) : null}
    </FormDialog>
  );
}
