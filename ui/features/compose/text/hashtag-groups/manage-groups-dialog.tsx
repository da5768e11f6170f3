import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog, DialogContent, DialogHeading } from '@/components/dialog.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { InputField, TextareaField } from '@/components/text-fields.tsx';
import { toast } from '@/components/toast.tsx';
import { groupMessages } from '@/features/compose/text/hashtag-groups/messages.ts';
import type { Groups } from '@/features/compose/text/hashtag-groups/use-groups.ts';
import { parseHashtags } from '../../../../../shared/posts/composing.ts';
import { GROUP_NAME_MAX_LENGTH, groupNamed, type HashtagGroup } from '../../../../../shared/posts/hashtag-groups.ts';

const words = groupMessages.list;

/** Renames, edits and deletes hashtag groups. */
export function ManageGroupsDialog({ groups, onClose }: { groups: Groups; onClose: () => void }) {
  const [edited, setEdited] = useState<HashtagGroup | null>(null);
  const list = useRef<HTMLUListElement>(null);

  async function remove(group: HashtagGroup) {
    if (!(await groups.remove(group))) return;
    // The button that was pressed is gone.
    list.current?.focus();
    toast({
      title: words.removed(group.name),
      action: { label: words.undo, onClick: () => void groups.restore(group) },
    });
  }

  return (
    <>
      <Dialog open onOpenChange={(open) => open || onClose()}>
        <DialogContent>
          <DialogHeading title={words.title} description={words.description} />
          <ul ref={list} tabIndex={-1} aria-label={words.title} className="flex flex-col divide-y outline-none">
            {groups.groups.map((group) => (
              <li key={group.id} className="flex items-center gap-2 py-2.5 first:pt-0">
                <div className="min-w-0 flex-1 text-sm">
                  <p dir="auto" className="truncate font-medium">
                    {group.name}
                  </p>
                  <p
                    dir="auto"
                    className="line-clamp-2 text-[0.8125rem] text-muted-foreground [overflow-wrap:anywhere]"
                  >
                    {group.hashtags.join(' ')}
                  </p>
                </div>
                <IconButton icon={Pencil} label={words.edit(group.name)} onClick={() => setEdited(group)} />
                <IconButton icon={Trash2} label={words.remove(group.name)} onClick={() => void remove(group)} />
              </li>
            ))}
          </ul>
          {groups.groups.length === 0 ? <p className="text-sm text-muted-foreground">{words.empty}</p> : null}
        </DialogContent>
      </Dialog>
      {edited ? <EditGroup groups={groups} group={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

function EditGroup({ groups, group, onClose }: { groups: Groups; group: HashtagGroup; onClose: () => void }) {
  const [name, setName] = useState(group.name);
  const [typed, setTyped] = useState(group.hashtags.join(' '));
  const [isAsked, setAsked] = useState(false);
  const hashtags = parseHashtags(typed);
  const other = groupNamed(groups.groups, name);
  const isTaken = other !== undefined && other.id !== group.id;

  async function submit() {
    setAsked(true);
    if (name.trim() === '' || isTaken || hashtags.length === 0) return;
    if (await groups.edit({ ...group, name, hashtags })) onClose();
  }

  const nameError = isTaken ? words.taken(other.name) : name.trim() === '' ? groupMessages.save.noName : null;
  return (
    <FormDialog
      title={words.edit(group.name)}
      description={words.description}
      cancel={words.cancel}
      confirm={words.save}
      className="max-w-md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <InputField
        label={groupMessages.save.name}
        error={isAsked || isTaken ? nameError : null}
        dir="auto"
        autoComplete="off"
        maxLength={GROUP_NAME_MAX_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextareaField
        label={words.hashtags}
        error={isAsked && hashtags.length === 0 ? words.noHashtags : null}
        dir="auto"
        rows={4}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
