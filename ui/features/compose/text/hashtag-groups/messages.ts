const tags = (count: number) => (count === 1 ? '1 hashtag' : `${count} hashtags`);

/** All texts of the hashtag groups. */
export const groupMessages = {
  menu: 'Groups',
  failed: 'Hashtag groups could not be loaded',
  retry: 'Try again',
  none: 'Type some hashtags, then save them here as a group.',
  groups: 'Insert a group',
  saveAs: 'Save as group…',
  manage: 'Manage groups…',
  save: {
    title: 'Save as group',
    description: (count: number) => `Save ${tags(count)} under a name, to add to other posts in one step.`,
    name: 'Name',
    placeholder: 'Bread',
    noName: 'Enter a name.',
    replaces: (name: string, count: number) => `This replaces the ${tags(count)} of “${name}”.`,
    cancel: 'Cancel',
    confirm: 'Save group',
    replace: 'Replace group',
    done: (name: string) => `Saved “${name}”`,
  },
  list: {
    title: 'Hashtag groups',
    description: 'Posts keep their hashtags when a group changes.',
    empty: 'No groups left.',
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Delete ${name}`,
    removed: (name: string) => `Deleted “${name}”`,
    undo: 'Undo',
    hashtags: 'Hashtags',
    noHashtags: 'Enter at least one hashtag.',
    taken: (name: string) => `A group named “${name}” already exists.`,
    cancel: 'Cancel',
    save: 'Save',
  },
} as const;
