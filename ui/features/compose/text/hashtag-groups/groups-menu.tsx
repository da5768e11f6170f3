import { Bookmark, ListPlus, Pencil, RotateCcw } from 'lucide-react';
import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { ManageGroupsDialog } from '@/features/compose/text/hashtag-groups/manage-groups-dialog.tsx';
import { groupMessages as words } from '@/features/compose/text/hashtag-groups/messages.ts';
import { SaveGroupDialog } from '@/features/compose/text/hashtag-groups/save-group-dialog.tsx';
import { useGroups } from '@/features/compose/text/hashtag-groups/use-groups.ts';

type GroupsMenuProps = {
  /** The post's hashtags. */
  hashtags: string[];
  disabled: boolean;
  onInsert: (hashtags: string[]) => void;
};

/** Inserts saved groups of hashtags, and saves the post's hashtags as a group. */
export function GroupsMenu({ hashtags, disabled, onInsert }: GroupsMenuProps) {
  const [isOpen, open] = useState<'save' | 'manage' | null>(null);
  const groups = useGroups();
  const { query } = groups;
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="sm" disabled={disabled} className="-mr-3">
            <Bookmark aria-hidden="true" />
            {words.menu}
          </Button>
        }
        className="max-h-[70dvh] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto"
      >
        {query.isError ? (
          <MenuItem
            icon={RotateCcw}
            onSelect={(event) => {
              event.preventDefault();
              void query.refetch();
            }}
          >
            <span>
              {words.failed}. {words.retry}
            </span>
          </MenuItem>
        ) : null}
        {query.isSuccess && groups.groups.length === 0 && hashtags.length === 0 ? (
          <p className="px-2.5 py-2 text-[0.8125rem] text-muted-foreground">{words.none}</p>
        ) : null}
        {groups.groups.length > 0 ? (
          <MenuPrimitive.Group>
            <MenuPrimitive.Label className="px-2.5 pt-1.5 pb-1 text-xs text-muted-foreground">
              {words.groups}
            </MenuPrimitive.Label>
            {groups.groups.map(({ id, name, hashtags: kept }) => (
              <MenuItem key={id} onSelect={() => onInsert(kept)} className="flex-col items-start gap-0.5">
                <bdi className="max-w-full truncate font-medium">{name}</bdi>
                <bdi className="max-w-full truncate text-xs text-muted-foreground">{kept.join(' ')}</bdi>
              </MenuItem>
            ))}
            <MenuPrimitive.Separator className="my-1 border-t" />
          </MenuPrimitive.Group>
        ) : null}
        <MenuItem icon={ListPlus} disabled={hashtags.length === 0 || !query.isSuccess} onSelect={() => open('save')}>
          {words.saveAs}
        </MenuItem>
        {groups.groups.length > 0 ? (
          <MenuItem icon={Pencil} onSelect={() => open('manage')}>
            {words.manage}
          </MenuItem>
        ) : null}
      </Menu>
      {isOpen === 'save' ? <SaveGroupDialog {...{ groups, hashtags }} onClose={() => open(null)} /> : null}
      {isOpen === 'manage' ? <ManageGroupsDialog groups={groups} onClose={() => open(null)} /> : null}
    </>
  );
}
