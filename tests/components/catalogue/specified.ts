/** One row of the specification's table: its first two columns, and the messages of the third, word for word. */
export type SpecifiedRow = {
  area: string;
  situation: string;
  /**
   * `<...>` stands for what differs from case to case: a template's name, a port. Empty: the row says that nothing is
   * shown.
   */
  messages: string[];
};

const row = (area: string, situation: string, ...messages: string[]): SpecifiedRow => ({ area, situation, messages });

/** The list below the table. */
const LOG_LINES = 'Log lines on a failed script run';

/** The error catalogue, §8 of the specification, transcribed row by row in its order. */
export const SPECIFIED_ROWS: SpecifiedRow[] = [
  row('Sign-out', 'failure', 'Error signing out'),
  row('Sign-out', 'success', 'Signed out', 'Successfully logged out'),
  row('Sign-in', 'failure', 'Login failed', 'Error'),
  row('Sign-in', 'success', 'Welcome back!', 'Successfully logged in'),
  row('Dashboard', 'stats load fails'),
  row('Content Creator', 'missing required field', 'Missing Information', 'Please fill in all required fields'),
  row('Content Creator', 'no platform', 'No Platforms Selected', 'Please select at least one platform to post to'),
  row('Content Creator', 'upload or insert fails', 'Error', 'Failed to create content project'),
  row(
    'Content Creator',
    'AI function call errors',
    'Project Created ✅',
    'Project saved, but AI generation failed. Try the Scheduler page to generate content.',
  ),
  row(
    'Content Creator',
    'AI success',
    'Content Generated! 🎉',
    'Successfully created content using <template> template. Check the Scheduler page!',
  ),
  row(
    'Content Creator',
    'AI returns not success',
    'Project Created ✅',
    'Project saved. Content will be generated on schedule.',
  ),
  row('Scheduler', 'load fails', 'Failed to load content'),
  row('Scheduler', 'generate success', 'Content generated successfully using <template> template'),
  row('Scheduler', 'generate not success', 'No content generated'),
  row('Scheduler', 'generate fails', 'Failed to generate content'),
  row('Scheduler', 'copy', 'Copied to clipboard!'),
  row('Accounts', 'load fails', 'Error loading accounts'),
  row('Accounts', 'missing field', 'Missing fields', 'Please select a platform and enter an account label'),
  row('Accounts', 'add success', 'Account added', 'Social media account has been added successfully'),
  row('Accounts', 'add fails', 'Error adding account'),
  row('Accounts', 'delete success', 'Account deleted', 'Social media account has been removed'),
  row('Accounts', 'delete fails', 'Error deleting account'),
  row('Warm-up', 'not instagram', 'Coming soon', 'Warmup is currently only available for Instagram'),
  row('Warm-up', 'status 429', 'Warmup on cooldown', 'Please wait 24 hours between warmups'),
  row('Warm-up', 'other non-OK status', 'Error starting warmup', 'Failed to start warmup'),
  row(
    'Warm-up',
    'network failure',
    'Error starting warmup',
    // The port that the page came from; 3001 unless the user chose another.
    'Make sure the backend server is running on port <3001>',
  ),
  row('Warm-up', 'started', 'Warmup started', 'Instagram warmup is running in the background'),
  row('Warm-up', 'finished, success', 'Warmup completed', 'Instagram account warmed up successfully'),
  row('Warm-up', 'finished, failed', 'Warmup failed', 'Check the backend logs for details'),
  row('Settings', 'load fails', 'Failed to load settings'),
  row('Settings', 'no row (code PGRST116)'),
  row('Settings', 'save fails', 'Failed to save settings'),
  row('Settings', 'save success', 'Settings saved successfully'),
  row('Templates', 'missing name or prompt', 'Validation Error', 'Name and prompt template are required'),
  row('Templates', 'any call fails', 'Error'),
  row(
    'Templates',
    'create / update / delete success',
    'Template created successfully',
    'Template updated successfully',
    'Template deleted successfully',
  ),
  row(
    'Scripts',
    'load / create / save / delete fails',
    'Error loading scripts',
    'Error creating script',
    'Error saving script',
    'Error deleting script',
  ),
  row('Scripts', 'create success', 'Script created', 'New script has been created successfully'),
  row('Scripts', 'save success', 'Script saved', 'Your changes have been saved successfully'),
  row('Scripts', 'delete success', 'Script deleted', 'Script has been deleted successfully'),
  row('Scripts', 'run with none selected', 'No script selected', 'Please select a script to run'),
  row('Scripts', 'run success', 'Script completed', 'Puppeteer warm-up script executed successfully'),
  row('Scripts', 'run fails', 'Cannot connect to backend'),
  row(LOG_LINES, 'the network request itself fails', 'Error:', 'Backend server not running'),
  row(LOG_LINES, 'a non-OK response', 'Error:', 'Failed to run script'),
  row(LOG_LINES, 'any other error', 'Error:'),
];
