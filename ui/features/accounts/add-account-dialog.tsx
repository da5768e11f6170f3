import { LoaderCircle, Plus } from 'lucide-react';
import { type FormEvent, type Ref, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '@/components/dialog.tsx';
import { FieldGroup, FormField } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { addMessages } from '@/features/accounts/messages.ts';
import { useAddAccount } from '@/features/accounts/use-add-account.ts';
import { PLATFORMS } from '../../../shared/posts/platforms.ts';

/** "Add Account" and its dialog (§2): closes when the account is saved, stays open with the input on failure. */
export function AddAccountDialog() {
  const { draft, problems, saving, change, submit, cancel } = useAddAccount();
  const platformField = useRef<HTMLButtonElement>(null);
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
      <DialogContent>
        <form noValidate className="contents" aria-busy={saving} onSubmit={onSubmit}>
          <DialogHeader>
            <DialogTitle>{addMessages.title}</DialogTitle>
            <DialogDescription>{addMessages.description}</DialogDescription>
          </DialogHeader>
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
    <FormField label={addMessages.label} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          dir="auto"
          autoComplete="off"
          className="h-11 sm:h-10"
          placeholder={addMessages.labelPlaceholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-required="true"
        />
      )}
    </FormField>
  );
}

type PlatformFieldProps = {
  value: string;
  onChange: (platform: string) => void;
  error: string | undefined;
  ref: Ref<HTMLButtonElement>;
};

/** Which platform the account is on. */
function PlatformField({ value, onChange, error, ref }: PlatformFieldProps) {
  return (
    <FormField label={addMessages.platform} error={error}>
      {(control) => (
        <Select value={value} onValueChange={onChange}>
          <SelectTrigger {...control} ref={ref} className="h-11 sm:h-10" aria-required="true">
            <SelectValue placeholder={addMessages.platformPlaceholder} />
          </SelectTrigger>
          <SelectContent>
            {PLATFORMS.map((platform) => (
              <SelectItem key={platform.id} value={platform.id}>
                <span className="flex items-center gap-2.5">
                  <PlatformMark platform={platform.id} className="text-muted-foreground" />
                  {platform.label}
                </span>
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}
