import { useState } from 'react';
import { FormDialog } from '@/components/form-dialog.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { toast } from '@/components/toast.tsx';
import { groupMessages } from '@/features/compose/text/hashtag-groups/messages.ts';
import type { Groups } from '@/features/compose/text/hashtag-groups/use-groups.ts';
import { GROUP_NAME_MAX_LENGTH, groupNamed } from '../../../../../shared/posts/hashtag-groups.ts';

const words = groupMessages.save;

type SaveGroupDialogProps = { groups: Groups; hashtags: string[]; onClose: () => void };

/** Saves hashtags as a named group. */
export function SaveGroupDialog({ groups, hashtags, onClose }: SaveGroupDialogProps) {
  const [name, setName] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const before = groupNamed(groups.groups, name);

  async function submit() {
    setAsked(true);
    if (name.trim() === '') return;
    setBusy(true);
    const isSaved = await groups.save(name, hashtags);
    setBusy(false);
    if (!isSaved) return;
    toast.success(words.done(name.trim()));
    onClose();
  }

  return (
    <FormDialog
      title={words.title}
      description={words.description(hashtags.length)}
      cancel={words.cancel}
      confirm={before ? words.replace : words.confirm}
      isBusy={isBusy}
      className="max-w-md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p
        dir="auto"
        className="max-h-24 overflow-y-auto text-[0.8125rem] text-muted-foreground [overflow-wrap:anywhere]"
      >
        {hashtags.join(' ')}
      </p>
      <InputField
        label={words.name}
        hint={before && words.replaces(before.name, before.hashtags.length)}
        error={isAsked && name.trim() === '' ? words.noName : null}
        dir="auto"
        autoComplete="off"
        placeholder={words.placeholder}
        maxLength={GROUP_NAME_MAX_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
