import { Hand, LoaderCircle, Plus, Send } from 'lucide-react';
import { type FormEvent, type Ref, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading, DialogTrigger } from '@/components/dialog.tsx';
import { FieldGroup } from '@/components/field.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { ChoiceTile, ChoiceTiles } from '@/features/accounts/choice-tiles.tsx';
import { addMessages } from '@/features/accounts/messages.ts';
import { useAddAccount } from '@/features/accounts/use-add-account.ts';
import { effortInWords } from '../../../shared/platforms/ways.ts';
import { PLATFORMS } from '../../../shared/posts/platforms.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** "Add Account" and its dialog (§2): closes when the account is saved, stays open with the input on failure. */
export function AddAccountDialog({ onConnect }: { onConnect: (account: SocialAccountsRow) => void }) {
  const { draft, problems, saving, change, submit, cancel } = useAddAccount(onConnect);
  const platformField = useRef<HTMLInputElement>(null);
  const labelField = useRef<HTMLInputElement>(null);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (saving) return;
    const wrong = submit();
    if (wrong.platform) platformField.current?.focus();
    else if (wrong.label) labelField.current?.focus();
  }

  return (
    <Dialog open={draft.open} onOpenChange={(open) => change({ open })}>
      <DialogTrigger asChild>
        <Button className="h-11 sm:h-9">
          <Plus aria-hidden="true" />
          {addMessages.open}
        </Button>
      </DialogTrigger>
      <DialogContent className="max-w-xl">
        <form noValidate className="contents" aria-busy={saving} onSubmit={onSubmit}>
          <DialogHeading title={addMessages.title} description={addMessages.description} />
          <FieldGroup>
            <PlatformField
              ref={platformField}
              value={draft.platform}
              onChange={(platform) => change({ platform })}
              error={problems.platform}
            />
            <LabelField
              ref={labelField}
              value={draft.label}
              onChange={(label) => change({ label })}
              error={problems.label}
            />
            <WayField byHand={draft.byHand} onChange={(byHand) => change({ byHand })} />
          </FieldGroup>
          <DialogFooter>
            <Button variant="outline" className="h-11 sm:h-9" onClick={cancel}>
              {addMessages.cancel}
            </Button>
            <Button type="submit" className="h-11 sm:h-9" disabled={saving}>
              {saving ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
              {addMessages.submit}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type LabelFieldProps = {
  value: string;
  onChange: (label: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** The user's name for the account. */
function LabelField({ value, onChange, error, ref }: LabelFieldProps) {
  return (
    <InputField
      label={addMessages.label}
      hint={addMessages.labelHint}
      error={error}
      ref={ref}
      dir="auto"
      autoComplete="off"
      className="h-11 sm:h-10"
      placeholder={addMessages.labelPlaceholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-required="true"
    />
  );
}

type PlatformFieldProps = {
  value: string;
  onChange: (platform: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** The choice of the account's platform, with the effort of connecting each. */
function PlatformField({ value, onChange, error, ref }: PlatformFieldProps) {
  const { platform: label, platformPlaceholder } = addMessages;
  return (
    <ChoiceTiles
      label={label}
      placeholder={value ? undefined : platformPlaceholder}
      error={error}
      className="sm:grid-cols-2"
    >
      {(name) =>
        PLATFORMS.map((platform, index) => (
          <ChoiceTile
            key={platform.id}
            ref={index === 0 ? ref : undefined}
            name={name}
            icon={<PlatformMark platform={platform.id} className="size-5" />}
            title={platform.label}
            hint={effortInWords(platform.effort, 'prices' in platform)}
            isChosen={value === platform.id}
            onChoose={() => onChange(platform.id)}
          />
        ))
      }
    </ChoiceTiles>
  );
}

/** Whether the account is connected next, or its posts are published by hand. */
function WayField({ byHand, onChange }: { byHand: boolean; onChange: (byHand: boolean) => void }) {
  const { way, automatically, byHand: hand } = addMessages;
  return (
    <ChoiceTiles label={way} className="sm:grid-cols-2">
      {(name) => (
        <>
          <ChoiceTile
            {...automatically}
            name={name}
            icon={<Send className="size-5" />}
            isChosen={!byHand}
            onChoose={() => onChange(false)}
          />
          <ChoiceTile
            {...hand}
            name={name}
            icon={<Hand className="size-5" />}
            isChosen={byHand}
            onChoose={() => onChange(true)}
          />
        </>
      )}
    </ChoiceTiles>
  );
}
