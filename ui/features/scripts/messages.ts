/** Messages of Scripts (§2), every row of §8 under "Scripts", and the lines of the execution log. */

const START_COMMAND = 'npx local-agent start';

const ago = (when: string) => (when === 'now' ? 'just now' : when);

export const scriptsMessages = {
  title: 'Scripts',
  create: 'New',
  examples: 'Start with an example',
  loading: 'Loading scripts...',
  none: 'No scripts yet',
  noSelection: 'No Script Selected',
  empty: { title: 'No script selected', description: 'Create or select a script to get started' },
  rename: 'Rename script',
  namePlaceholder: 'Script name',
  unsaved: 'Unsaved changes',
  save: 'Save Changes',
  saving: 'Saving...',
  run: 'Run Script',
  running: 'Running...',
  editor: 'Script Editor',
  rights: 'Scripts run on this machine with your permissions. Run only code that you trust.',
  editorHint: 'Tab indents; press Esc, then Tab to leave the editor. Ctrl+S saves, Ctrl+Enter runs.',
  editorHintMac: 'Tab indents; press Esc, then Tab to leave the editor. ⌘S saves, ⌘Enter runs.',
  logs: 'Execution Logs',
  deleteScript: (name: string) => `Delete ${name}`,
  runsNow: 'Running',
  edited: (when: string) => `Edited ${ago(when)}`,
  backend: (host: string) =>
    `Make sure the backend server is running on ${host} and that valid Instagram cookies are saved.`,
} as const;

export const deleteQuestion = {
  title: 'Delete Script',
  description: 'Are you sure you want to delete this script? This action cannot be undone.',
  cancel: 'Cancel',
  confirm: 'Delete',
} as const;

export const leaveQuestion = {
  title: 'Save your changes?',
  description: (name: string) => `"${name}" has changes that are not saved yet.`,
  save: 'Save',
  discard: 'Discard',
  stay: 'Keep editing',
} as const;

/** The script was changed or deleted since it was loaded. */
export const conflictQuestion = {
  changed: {
    title: 'This script was changed elsewhere',
    description: (name: string, when: string) =>
      `"${name}" was saved ${ago(when)} in another window or by another member. Which text should stay?`,
    overwrite: 'Overwrite with mine',
    loadTheirs: 'Load theirs',
  },
  deleted: {
    title: 'This script was deleted elsewhere',
    description: 'Your text is still here. You can save it as a new script.',
    saveAsNew: 'Save as new script',
    discard: 'Discard my text',
  },
  stay: 'Keep editing',
} as const;

/** A text that is not approved on this machine. */
export const approvalQuestion = {
  title: 'Run this script here?',
  description: (changedBy: string | null, when: string | null) =>
    `Changed${when ? ` ${ago(when)}` : ''} by ${changedBy ?? 'someone else, or outside this machine'}. It runs with your permissions, so read it first. The agent asks once for each change.`,
  code: 'Code to run',
  cancel: 'Cancel',
  run: 'Run it here',
} as const;

export const scriptProblems = {
  noName: 'Enter a name for the script.',
  nameTooLong: 'Shorten the name to 200 characters.',
  codeTooLong: 'The limit is 1 MB. Shorten the script, then save again.',
} as const;

type Message = { title: string; description: string; variant?: 'destructive' };

const failure = (title: string) => (description: string) =>
  ({ title, description, variant: 'destructive' }) satisfies Message;

/** §8, "Scripts". A failure includes the server's message. */
export const scriptsToasts = {
  loadFailed: failure('Error loading scripts'),
  createFailed: failure('Error creating script'),
  saveFailed: failure('Error saving script'),
  deleteFailed: failure('Error deleting script'),
  created: { title: 'Script created', description: 'New script has been created successfully' },
  saved: { title: 'Script saved', description: 'Your changes have been saved successfully' },
  deleted: { title: 'Script deleted', description: 'Script has been deleted successfully' },
  noneSelected: { title: 'No script selected', description: 'Please select a script to run', variant: 'destructive' },
  runSucceeded: { title: 'Script completed', description: 'Puppeteer warm-up script executed successfully' },
  runFailed: {
    title: 'Cannot connect to backend',
    description: `Start the backend server, then run the script again.`,
    variant: 'destructive',
  },
  /** The backend ran the script, so it is not unreachable; §8 has no row for this. */
  scriptFailed: {
    title: 'Script failed',
    description: 'The script stopped with an error. See the execution logs.',
    variant: 'destructive',
  },
  /** The backend was reached and says why it did not run the script. */
  notRun: failure('Script not run'),
  runCancelled: { title: 'Script cancelled', description: 'The run was stopped before it finished.' },
} as const satisfies Record<string, Message | ((description: string) => Message)>;

/** Our own lines in the execution log (§4, §8). */
export const logLines = {
  start: 'Starting script...',
  unreachable: `Error: Backend server not running. Start it with "${START_COMMAND}", then run the script again.`,
  refused: 'Error: Failed to run script',
  other: (message: string) => `Error: ${message}`,
} as const;

export const unreadableResult = 'The backend’s response did not include the logs of the run.';
export const brokenOff = 'The connection to the backend was lost before the run started.';
