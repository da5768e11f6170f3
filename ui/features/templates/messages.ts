import type { Style } from '../../../shared/posts/template-style.ts';

/** Messages of Content Templates (§2) and every row of §8 under "Templates". */

/** §9: weekdays are numbered from Sunday, 0. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Replaces {niche} in the preview. */
export const SAMPLE_NICHE = 'Home baking';

export const templatesMessages = {
  title: 'Content Style Templates',
  subtitle: 'Configure AI content styles for each day of the week',
  loading: 'Loading templates...',
  empty: {
    title: 'No templates yet',
    description:
      'Until you add one, posts are written in a plain style. Create your first template with the form on this page.',
  },
  form: {
    title: 'Create New Template',
    name: 'Name',
    namePlaceholder: 'e.g., Motivational Monday',
    description: 'Description',
    descriptionPlaceholder: 'What posts in this style are like',
    prompt: 'Prompt Template',
    promptPlaceholder: 'Write a post about {niche} that...',
    promptHint: 'Use {niche} for dynamic substitution. {niche} becomes your project’s niche.',
    day: 'Day of Week (Optional)',
    dayHint:
      'With Content Rotation on, each day uses its own template. Templates without a day are used on the other days.',
    noDay: 'No particular day',
    preview: 'Preview',
    previewOf: `For the niche “${SAMPLE_NICHE}”:`,
    previewEmpty: 'Enter a prompt to see a preview.',
    submit: 'Create Template',
  },
  list: {
    title: (count: number) => (count === 1 ? '1 template' : `${count} templates`),
    active: 'Active',
    edit: 'Edit',
    delete: 'Delete',
    showAll: 'Show all',
    showLess: 'Show less',
  },
  edit: {
    title: 'Edit Template',
    description: 'Changes apply to new posts.',
    cancel: 'Cancel',
    save: 'Save Changes',
    saveAsNew: 'Save as New Template',
    gone: 'This template was deleted in another window. Your changes are still here: save them as a new template.',
    changed: (fields: string) => `${fields} changed in another window. Save again to replace the other version:`,
    noDay: 'no particular day',
    nothing: 'nothing',
  },
} as const;

/** What the built-in writer makes of each style, after "posts are". */
const MADE_OF: Record<Style, string> = {
  quote: 'quotations from your sources',
  how_to: 'steps from your sources',
  tips: 'tips from your sources',
  question: 'questions that your sources ask, with their answers',
  facts: 'facts and figures from your sources',
  opinion: 'quotations from your sources',
  insight: 'short passages of your sources',
  story: 'stories from your sources',
  general: 'passages of your sources, each in another form',
};

/** What the built-in writer makes of a template while no model is chosen. */
export const builtInMessages = {
  needsModel: 'Needs a model',
  fits: (style: Style) => `Works without a model: posts are ${MADE_OF[style]}, word for word.`,
  beyond: (style: Style) =>
    `Without one, posts are ${MADE_OF[style]}. ${style === 'general' ? 'The prompt' : 'The rest of the prompt'} is ignored.`,
  noModel: 'No model is chosen, so the built-in writer writes the posts.',
  choose: 'Choose a model in Settings',
} as const;

export const fieldErrors = {
  name: 'Enter a name.',
  nameTooLong: 'Shorten the name to 200 characters.',
  prompt: 'Enter a prompt.',
  promptTooLong: 'Shorten the prompt to 10,000 characters.',
} as const;

type Message = { title: string; description?: string; variant?: 'destructive' };

export const templatesToasts = {
  invalid: { title: 'Validation Error', description: 'Name and prompt template are required', variant: 'destructive' },
  created: { title: 'Template created successfully' },
  updated: { title: 'Template updated successfully' },
  deleted: (name: string) => ({ title: 'Template deleted successfully', description: name }),
  restored: { title: 'Template restored' },
  discarded: { title: 'Changes discarded' },
  gone: (name: string) => ({ title: 'Template not found', description: `“${name}” was deleted in another window.` }),
  failed: (reason: string) => ({ title: 'Error', description: reason, variant: 'destructive' as const }),
  undo: 'Undo',
  tryAgain: 'Try again',
} as const satisfies Record<string, Message | string | ((words: string) => Message)>;
